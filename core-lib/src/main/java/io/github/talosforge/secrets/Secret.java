package io.github.talosforge.secrets;

/**
 * A text that must not be shown.
 *
 * @param value the text itself
 */
public record Secret(String value) {

  @Override
  public String toString() {
    return "***";
  }
}
