package io.github.talosforge.machineconfig.diff;

import io.github.talosforge.redaction.Redaction;
import java.util.List;

/**
 * A value of a document.
 *
 * @param keys the names on the way to it
 * @param value the value itself
 */
record FlatValue(List<String> keys, String value) {
  private static final int LONGEST = 200;

  /** Returns what may be shown of it. */
  String shown(Redaction redaction) {
    String shown = redaction.value(keys, value);
    return shown.length() > LONGEST
        ? value.length() + " characters " + redaction.hidden(value)
        : shown;
  }

  /** Returns where it is, and nothing of what may be secret in it. */
  @Override
  public String toString() {
    return String.join(".", keys);
  }
}
