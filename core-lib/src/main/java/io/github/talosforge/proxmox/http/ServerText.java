package io.github.talosforge.proxmox.http;

import io.github.talosforge.redaction.Redaction;
import java.util.Set;

/** What servers say: one line that steers no terminal, except where people write several. */
public final class ServerText {
  private static final Set<String> NOTES = Set.of("description", "comment", "comments", "notes");

  private ServerText() {}

  /** Returns a sentence or a name. */
  static String line(String text) {
    return Redaction.oneLine(text);
  }

  /**
   * Returns the value of a key.
   *
   * @param key the key
   * @param text the value as it came
   * @return the value as one line, unless the key has notes
   */
  public static String value(String key, String text) {
    return NOTES.contains(key) ? text : line(text);
  }
}
