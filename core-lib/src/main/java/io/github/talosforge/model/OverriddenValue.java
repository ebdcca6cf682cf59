package io.github.talosforge.model;

/**
 * A value that a stronger layer replaced.
 *
 * @param value the value as it was typed
 * @param origin who said it
 */
public record OverriddenValue(String value, Origin origin) {

  /** Returns the value and its origin, such as {@code 4 from built in: control-plane default}. */
  @Override
  public String toString() {
    return value + " from " + origin;
  }
}
