package io.github.talosforge.simulator.api;

/**
 * An answer whose {@code total} stands beside its {@code data}.
 *
 * @param data the data
 * @param total how much there is in all
 */
public record Page(Object data, long total) {}
