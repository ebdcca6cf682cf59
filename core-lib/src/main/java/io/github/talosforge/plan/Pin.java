package io.github.talosforge.plan;

/**
 * A line that keeps a chosen value for ever once the user writes it.
 *
 * @param owner the node or pool that it belongs to
 * @param line the line, such as {@code vm_id: 2003}
 */
public record Pin(String owner, String line) {}
