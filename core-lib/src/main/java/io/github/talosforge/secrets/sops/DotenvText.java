package io.github.talosforge.secrets.sops;

import io.github.talosforge.yaml.UnreadableYamlException;
import io.github.talosforge.yaml.YamlList;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Lines of {@code KEY=value}, whose metadata are flattened into {@code sops_…} lines. */
final class DotenvText {
  private static final String PREFIX = SopsMetadata.KEY + "_";
  private static final String MAP = "__map_";
  private static final String LIST = "__list_";

  private DotenvText() {}

  /**
   * A flattened line of metadata.
   *
   * @param steps the way to the value, such as {@code age}, {@code __list_0}, {@code __map_enc}
   * @param value the value
   */
  private record Flat(List<String> steps, String value) {
    static Flat of(String path, String value) {
      return new Flat(List.of(path.split("(?=" + MAP + "|" + LIST + ")", -1)), value);
    }

    Flat below() {
      return new Flat(steps.subList(1, steps.size()), value);
    }
  }

  static YamlMap read(String file, String text) {
    Map<String, YamlValue> entries = new LinkedHashMap<>();
    List<Flat> metadata = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int equals = line.indexOf('=');
      if (equals < 0) {
        throw new UnreadableYamlException(file, i + 1, "A line KEY=value is expected.");
      }
      String key = line.substring(0, equals);
      String value = line.substring(equals + 1).replace("\\n", "\n");
      if (key.startsWith(PREFIX)) {
        metadata.add(Flat.of(key.substring(PREFIX.length()), value));
      } else {
        entries.put(key, new YamlScalar(value, false, i + 1));
      }
    }
    YamlMap map = YamlMap.of(entries);
    return metadata.isEmpty() ? map : map.with(SopsMetadata.KEY, tree(metadata));
  }

  private static YamlValue tree(List<Flat> lines) {
    if (lines.size() == 1 && lines.get(0).steps().isEmpty()) {
      return YamlScalar.text(lines.get(0).value());
    }
    Map<String, List<Flat>> groups = new LinkedHashMap<>();
    for (Flat line : lines) {
      if (line.steps().isEmpty()) {
        throw new SopsException("The metadata lines " + PREFIX + "… contradict each other");
      }
      groups.computeIfAbsent(line.steps().get(0), step -> new ArrayList<>()).add(line.below());
    }
    return groups.keySet().stream().allMatch(step -> step.startsWith(LIST))
        ? list(groups)
        : map(groups);
  }

  private static YamlMap map(Map<String, List<Flat>> groups) {
    Map<String, YamlValue> named = new LinkedHashMap<>();
    groups.forEach((step, held) -> named.put(step.replaceFirst("^" + MAP, ""), tree(held)));
    return YamlMap.of(named);
  }

  private static YamlList list(Map<String, List<Flat>> groups) {
    Map<Integer, YamlValue> ordered = new TreeMap<>();
    groups.forEach(
        (step, held) -> ordered.put(Integer.valueOf(step.substring(LIST.length())), tree(held)));
    return YamlList.of(List.copyOf(ordered.values()));
  }

  static String write(YamlMap map) {
    StringBuilder text = new StringBuilder();
    map.without(SopsMetadata.KEY).entries().forEach((key, value) -> appendValue(text, key, value));
    map.map(SopsMetadata.KEY)
        .ifPresent(
            metadata ->
                metadata
                    .entries()
                    .forEach((key, value) -> appendMetadata(text, PREFIX + key, value)));
    return text.toString();
  }

  private static void appendValue(StringBuilder text, String key, YamlValue value) {
    if (!(value instanceof YamlScalar scalar)) {
      throw new SopsException("A .env file holds single values only; '" + key + "' is none");
    }
    text.append(key).append('=').append(scalar.text().replace("\n", "\\n")).append('\n');
  }

  private static void appendMetadata(StringBuilder text, String key, YamlValue value) {
    if (value instanceof YamlMap map) {
      map.entries().forEach((name, held) -> appendMetadata(text, key + MAP + name, held));
    } else if (value instanceof YamlList list) {
      for (int i = 0; i < list.items().size(); i++) {
        appendMetadata(text, key + LIST + i, list.items().get(i));
      }
    } else {
      appendValue(text, key, value);
    }
  }
}
