package io.github.talosforge.machineconfig.diff;

import io.github.talosforge.redaction.Redaction;
import java.util.List;

/**
 * A value, and what may be shown of it.
 *
 * @param value the value itself
 * @param shown what may be shown
 */
record ShownValue(String value, String shown) {
  private static final int LONGEST = 200;

  static ShownValue of(List<String> keys, String value, Redaction redaction) {
    String shown = redaction.value(keys, value);
    return new ShownValue(
        value,
        shown.length() > LONGEST
            ? value.length() + " characters " + redaction.hidden(value)
            : shown);
  }

  @Override
  public String toString() {
    return shown;
  }
}
