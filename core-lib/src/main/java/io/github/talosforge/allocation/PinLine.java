package io.github.talosforge.allocation;

import io.github.talosforge.finding.SourceLocation;
import org.jspecify.annotations.Nullable;

/**
 * A line that keeps a chosen value for ever once the user writes it.
 *
 * @param owner the node or pool that it belongs to, in words
 * @param key the key
 * @param value the value
 * @param location where the node or pool stands, or null when it stands nowhere
 */
public record PinLine(String owner, String key, String value, @Nullable SourceLocation location) {

  /** Returns the line as it goes into the file, such as {@code vm_id: 2003}. */
  public String text() {
    return key + ": " + value;
  }
}
