package io.github.talosforge.simulator.talos.api;

import io.github.talosforge.simulator.fault.Faults;
import io.github.talosforge.simulator.journal.Journal;

/**
 * What watches calls.
 *
 * @param journal where they are written down
 * @param faults what goes wrong with them
 */
public record RpcLog(Journal journal, Faults faults) {}
