package io.github.talosforge.report;

/**
 * One number of a run.
 *
 * @param label what is counted
 * @param value the number with its unit
 */
public record Figure(String label, String value) {}
