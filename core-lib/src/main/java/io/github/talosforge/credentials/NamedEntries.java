package io.github.talosforge.credentials;

import io.github.talosforge.yaml.YamlList;
import io.github.talosforge.yaml.YamlMap;
import io.github.talosforge.yaml.YamlScalar;
import io.github.talosforge.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A list of a kubeconfig: entries with a name and a value.
 *
 * @param list the key of the list, such as {@code clusters}
 * @param value the key of the value in an entry, such as {@code cluster}
 * @param items the entries
 */
record NamedEntries(String list, String value, List<YamlMap> items) {

  NamedEntries {
    items = List.copyOf(items);
  }

  static NamedEntries of(YamlMap document, String list, String value) {
    List<YamlMap> items =
        document.list(list).map(YamlList::items).orElse(List.of()).stream()
            .filter(YamlMap.class::isInstance)
            .map(YamlMap.class::cast)
            .toList();
    return new NamedEntries(list, value, items);
  }

  List<String> names() {
    return items.stream().flatMap(item -> item.text("name").stream()).toList();
  }

  Optional<YamlMap> find(String name) {
    return items.stream()
        .filter(item -> item.text("name").filter(name::equals).isPresent())
        .findFirst()
        .flatMap(item -> item.map(value));
  }

  /** Replaces the entry of a name, or adds one at the end. */
  YamlMap put(YamlMap document, String name, YamlMap content) {
    List<YamlValue> changed = new ArrayList<>();
    boolean placed = false;
    for (YamlMap item : items) {
      boolean same = !placed && item.text("name").filter(name::equals).isPresent();
      changed.add(same ? item.with(value, content) : item);
      placed |= same;
    }
    if (!placed) {
      changed.add(YamlMap.of(Map.of()).with(value, content).with("name", YamlScalar.text(name)));
    }
    return document.with(list, YamlList.of(changed));
  }
}
