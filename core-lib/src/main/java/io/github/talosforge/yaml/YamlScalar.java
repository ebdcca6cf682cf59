package io.github.talosforge.yaml;

/**
 * A single value.
 *
 * @param text the value without quotes
 * @param plain whether it stands without quotes, so that YAML decides what it is
 * @param line where it stands, or 0
 */
public record YamlScalar(String text, boolean plain, int line) implements YamlValue {

  /** Makes a text, which is quoted where YAML would take it for something else. */
  public static YamlScalar text(String text) {
    return new YamlScalar(text, false, 0);
  }

  /** Makes a number, a flag or a date. */
  public static YamlScalar plain(String text) {
    return new YamlScalar(text, true, 0);
  }

  /** Tells what the value stands for. */
  public ScalarType type() {
    return plain ? ScalarType.ofPlain(text) : ScalarType.TEXT;
  }

  /** Tells the place only: what is read here is often secret. */
  @Override
  public String toString() {
    return "YamlScalar[line " + line + "]";
  }
}
