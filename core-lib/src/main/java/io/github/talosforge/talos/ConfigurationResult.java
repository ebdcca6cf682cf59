package io.github.talosforge.talos;

import java.util.List;

/**
 * What a machine made of a configuration.
 *
 * @param mode the mode that it used, or would use after a dry run
 * @param details its own words; the difference after a dry run, which may hold secrets
 * @param warnings what it disliked
 */
public record ConfigurationResult(ApplyMode mode, String details, List<String> warnings) {
  /** Keeps an own copy of the list. */
  public ConfigurationResult {
    warnings = List.copyOf(warnings);
  }

  /** Returns mode and warnings, and nothing of the configuration. */
  @Override
  public String toString() {
    return "ConfigurationResult[mode=" + mode + ", warnings=" + warnings + "]";
  }
}
