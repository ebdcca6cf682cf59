package io.github.talosforge.model;

import java.util.List;

/**
 * One merged value with its history.
 *
 * @param key the preferred name of the key, nested keys joined by dots
 * @param value the value as it was typed, or as the default is documented
 * @param origin who said it
 * @param overridden what it overrode, strongest first
 */
public record ExplainedValue(
    String key, String value, Origin origin, List<OverriddenValue> overridden) {

  /** Keeps an own copy of the list. */
  public ExplainedValue {
    overridden = List.copyOf(overridden);
  }

  /** Returns one line: key, value, origin and what was overridden. */
  public String render() {
    StringBuilder line = new StringBuilder(key + ": " + value + "  # " + origin);
    overridden.forEach(old -> line.append(", overrides ").append(old));
    return line.toString();
  }
}
