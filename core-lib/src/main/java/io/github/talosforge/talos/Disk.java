package io.github.talosforge.talos;

/**
 * A disk of a machine.
 *
 * @param device its device, such as {@code /dev/sda}
 * @param bytes its size
 * @param model what it calls itself
 * @param serial its serial number
 * @param wwid its world wide name
 * @param system whether Talos is installed on it
 * @param readOnly whether it cannot be written
 */
public record Disk(
    String device,
    long bytes,
    String model,
    String serial,
    String wwid,
    boolean system,
    boolean readOnly) {}
