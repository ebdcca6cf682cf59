package io.github.talosforge.secrets.sops;

import java.util.Locale;

/** The kinds of files that are read. */
public enum SopsFormat {
  /** YAML. */
  YAML,
  /** JSON. */
  JSON,
  /** Lines of {@code KEY=value}. */
  DOTENV;

  /**
   * Tells a file's kind from its name, as SOPS does.
   *
   * @param name the name of the file
   * @return the kind
   * @throws SopsException if the name ends in neither .yaml, .yml, .json nor .env
   */
  public static SopsFormat of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".yaml") || lower.endsWith(".yml")) {
      return YAML;
    }
    if (lower.endsWith(".json")) {
      return JSON;
    }
    if (lower.endsWith(".env")) {
      return DOTENV;
    }
    throw new SopsException(
        name + ": the name of a file with secrets ends in .yaml, .yml, .json or .env");
  }
}
