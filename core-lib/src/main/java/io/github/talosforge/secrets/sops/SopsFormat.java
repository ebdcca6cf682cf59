package io.github.talosforge.secrets.sops;

import java.util.Locale;
import java.util.regex.Pattern;

/** The kinds of files that are read. */
public enum SopsFormat {
  /** YAML. */
  YAML("(?ms)^sops:.*^\\s+version:\\s*\\S"),
  /** JSON. */
  JSON("(?s)\"sops\"\\s*:.*\"version\"\\s*:\\s*\"[^\"]*\".*\\}\\s*\\z"),
  /** Lines of {@code KEY=value}. */
  DOTENV("(?m)^sops_version=.");

  /** The version comes last in what SOPS notes at the end of a file. */
  private final Pattern end;

  SopsFormat(String end) {
    this.end = Pattern.compile(end);
  }

  /** Tells whether a file has encrypted values but not the end that SOPS writes. */
  boolean isCutOff(String text) {
    return text.contains("ENC[AES256_GCM,") && !end.matcher(text).find();
  }

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
