package io.github.talosforge.talos;

/**
 * What a machine runs.
 *
 * @param tag the version of Talos, such as {@code v1.12.4}
 * @param architecture the processor, such as {@code amd64}
 * @param platform where it believes to run, such as {@code nocloud}
 * @param mode how that platform behaves, such as {@code cloud} or {@code container}
 */
public record NodeVersion(String tag, String architecture, String platform, String mode) {}
