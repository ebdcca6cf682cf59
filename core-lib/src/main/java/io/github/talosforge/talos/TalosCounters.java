package io.github.talosforge.talos;

/**
 * What a client sent since it was opened.
 *
 * @param rpcs calls of every sort, without those that were sent again
 * @param changing the calls among them that change something; dry runs are not
 * @param retries calls that were sent again
 */
public record TalosCounters(long rpcs, long changing, long retries) {}
