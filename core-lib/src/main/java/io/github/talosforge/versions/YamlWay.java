package io.github.talosforge.versions;

import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.model.FreeYaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The way to a value in YAML.
 *
 * @param keys the keys of the maps on the way
 */
record YamlWay(List<String> keys) {
  static YamlWay of(String... keys) {
    return new YamlWay(List.of(keys));
  }

  YamlWay then(String key) {
    List<String> longer = new ArrayList<>(keys);
    longer.add(key);
    return new YamlWay(List.copyOf(longer));
  }

  /** Returns what is there. */
  Optional<FreeYaml> in(FreeYaml.Mapping top) {
    FreeYaml at = top;
    for (String key : keys) {
      FreeYaml next = at instanceof FreeYaml.Mapping map ? map.fields().get(key) : null;
      if (next == null) {
        return Optional.empty();
      }
      at = next;
    }
    return Optional.of(at);
  }

  /** Returns the text that is there, unless it is empty. */
  Optional<String> text(FreeYaml.Mapping top) {
    return in(top)
        .filter(FreeYaml.Scalar.class::isInstance)
        .map(FreeYaml.Scalar.class::cast)
        .filter(scalar -> scalar.kind() != FreeYaml.Kind.NULL)
        .map(FreeYaml.Scalar::text)
        .filter(text -> !text.isEmpty());
  }

  /** Returns the text in the main document. */
  Optional<String> text(ConfigDocuments documents) {
    return documents.documents().stream()
        .filter(ConfigDocument::isMain)
        .findFirst()
        .flatMap(main -> text(main.fields()));
  }

  /** Returns the documents with another text in the main one, or with none. */
  ConfigDocuments with(ConfigDocuments documents, Optional<String> text) {
    return new ConfigDocuments(
        documents.documents().stream()
            .map(
                document ->
                    document.isMain()
                        ? new ConfigDocument(with(document.fields(), 0, text))
                        : document)
            .toList());
  }

  private FreeYaml.Mapping with(FreeYaml.Mapping map, int depth, Optional<String> text) {
    Map<String, FreeYaml> fields = new LinkedHashMap<>(map.fields());
    String key = keys.get(depth);
    if (depth < keys.size() - 1) {
      boolean there = fields.get(key) instanceof FreeYaml.Mapping;
      if (there || text.isPresent()) {
        FreeYaml.Mapping below =
            fields.get(key) instanceof FreeYaml.Mapping found
                ? found
                : new FreeYaml.Mapping(Map.of());
        FreeYaml.Mapping then = with(below, depth + 1, text);
        if (then.fields().isEmpty() && !below.fields().isEmpty()) {
          fields.remove(key);
        } else {
          fields.put(key, then);
        }
      }
    } else if (text.isPresent()) {
      fields.put(key, Fields.text(text.get()));
    } else {
      fields.remove(key);
    }
    return new FreeYaml.Mapping(fields);
  }
}
