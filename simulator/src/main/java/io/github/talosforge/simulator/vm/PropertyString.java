package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.ApiFailure;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Comma-separated {@code key=value} with at most one bare value, which is the default key's. */
final class PropertyString {
  private PropertyString() {}

  static Map<String, String> parse(String option, String text, String defaultKey) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      if (part.isBlank()) {
        continue;
      }
      int equals = part.indexOf('=');
      String key = equals < 0 ? defaultKey : part.substring(0, equals).strip();
      if (key.isEmpty()) {
        throw malformed(option, "value without key, but schema does not define a default key");
      }
      if (values.put(key, part.substring(equals + 1)) != null) {
        throw malformed(option, "duplicate key in comma-separated list property: " + key);
      }
    }
    return values;
  }

  /** Refuses keys that the format does not know. */
  static void check(String option, Map<String, String> values, Set<String> known) {
    for (String key : values.keySet()) {
      if (!known.contains(key)) {
        throw malformed(
            option,
            "format error\n"
                + option
                + "."
                + key
                + ": property is not defined in schema and the schema does not allow additional"
                + " properties");
      }
    }
  }

  /** Writes booleans as 0 and 1, however they were given. */
  static void normalizeFlags(Map<String, String> values, Set<String> flags) {
    values.replaceAll((key, value) -> flags.contains(key) ? flag(value) : value);
  }

  private static String flag(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "on", "yes", "true" -> "1";
      case "off", "no", "false" -> "0";
      default -> value;
    };
  }

  static ApiFailure malformed(String option, String text) {
    return ApiFailure.parameter(option, "invalid format - " + text);
  }

  /** Prints the default key bare and first, the rest by name. */
  static String print(Map<String, String> values, String defaultKey) {
    StringBuilder text = new StringBuilder(values.getOrDefault(defaultKey, ""));
    for (Map.Entry<String, String> entry : new TreeMap<>(values).entrySet()) {
      if (!entry.getKey().equals(defaultKey)) {
        text.append(text.isEmpty() ? "" : ",").append(entry.getKey()).append('=');
        text.append(entry.getValue());
      }
    }
    return text.toString();
  }
}
