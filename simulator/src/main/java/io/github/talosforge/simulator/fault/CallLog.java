package io.github.talosforge.simulator.fault;

import io.github.talosforge.simulator.journal.Journal;

/**
 * What happens around calls.
 *
 * @param journal where they are written down
 * @param faults what goes wrong with them
 * @param lasting what goes wrong with the world
 */
public record CallLog(Journal journal, Faults faults, LastingFaults lasting) {
  /**
   * Counts a call and lets happen to the world what begins with it.
   *
   * @param call the call
   * @return what happens to it
   */
  public Faults.Due begin(ObservedCall call) {
    Faults.Due due = faults.due(call);
    lasting.begin(due.starting(), call.vmids());
    lasting.end(due.ending(), call.vmids());
    return due;
  }
}
