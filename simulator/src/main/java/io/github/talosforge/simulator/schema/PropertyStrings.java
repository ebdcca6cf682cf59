package io.github.talosforge.simulator.schema;

import io.github.talosforge.simulator.world.CpuModels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks property strings: keys, values, and the one value that may stand without its key. */
final class PropertyStrings {
  private static final String CPU = "pve-vm-cpu-conf";
  private static final List<String> TRUE = List.of("1", "on", "yes", "true");
  private static final List<String> FALSE = List.of("0", "off", "no", "false");

  private final Map<String, PropertyFormat> formats;
  private final ParameterCheck check;

  PropertyStrings(Map<String, PropertyFormat> formats, ParameterCheck check) {
    this.formats = Map.copyOf(formats);
    this.check = check;
  }

  boolean has(String name) {
    return formats.containsKey(name);
  }

  /** What is wrong with the text, or null. */
  @Nullable String problem(String name, String path, String text) {
    PropertyFormat format = formats.get(name);
    if (format == null) {
      return null;
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String problem = part.isBlank() ? null : add(format, part, values);
      if (problem != null) {
        return problem;
      }
    }
    Map<String, String> errors = check.errors(path + ".", format.keys(), values);
    if (!errors.isEmpty()) {
      return formatError(errors);
    }
    String cpu = name.equals(CPU) ? values.get("cputype") : null;
    return cpu == null ? null : CpuModels.problem(cpu);
  }

  private static @Nullable String add(
      PropertyFormat format, String part, Map<String, String> values) {
    int equals = part.indexOf('=');
    if (equals < 0) {
      return addAlone(format, part, values);
    }
    if (equals == 0 || equals == part.length() - 1) {
      return "missing key in comma-separated list property";
    }
    String key = part.substring(0, equals);
    if (values.containsKey(key)) {
      return "duplicate key in comma-separated list property: " + key;
    }
    PropertyFormat.Alias alias = format.aliases().get(key);
    if (alias != null) {
      return addAlias(format, key, alias, part.substring(equals + 1), values);
    }
    return put(format, key, part.substring(equals + 1), values);
  }

  private static @Nullable String addAlone(
      PropertyFormat format, String part, Map<String, String> values) {
    String key = format.defaultKey();
    if (key == null) {
      return "value without key, but schema does not define a default key";
    }
    return values.containsKey(key)
        ? "duplicate key in comma-separated list property: " + key
        : put(format, key, part, values);
  }

  private static @Nullable String addAlias(
      PropertyFormat format,
      String word,
      PropertyFormat.Alias alias,
      String value,
      Map<String, String> values) {
    String wordKey = alias.wordKey();
    if (wordKey != null && values.putIfAbsent(wordKey, word) != null) {
      return "key alias '" + wordKey + "' is already defined";
    }
    return values.containsKey(alias.key())
        ? "key '" + alias.key() + "' is already defined (via alias)"
        : put(format, alias.key(), value, values);
  }

  private static @Nullable String put(
      PropertyFormat format, String key, String value, Map<String, String> values) {
    Parameter parameter = format.keys().get(key);
    boolean flag = parameter != null && parameter.type().base() == ParameterType.Base.BOOLEAN;
    values.put(key, flag ? normalized(value) : value);
    return null;
  }

  private static String normalized(String flag) {
    String lower = flag.toLowerCase(Locale.ROOT);
    if (TRUE.contains(lower)) {
      return "1";
    }
    return FALSE.contains(lower) ? "0" : flag;
  }

  private static String formatError(Map<String, String> errors) {
    StringBuilder text = new StringBuilder("format error");
    errors.forEach((key, error) -> text.append('\n').append(key).append(": ").append(error));
    return text.toString();
  }
}
