package io.github.talosforge.report;

/**
 * What one health check said.
 *
 * @param check what should be true
 * @param state {@code passed}, {@code failed} or {@code skipped}
 * @param message why not; empty when it passed
 */
public record HealthLine(String check, String state, String message) {}
