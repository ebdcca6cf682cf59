package io.github.talosforge.machineconfig.patch;

import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.document.DocumentId;
import io.github.talosforge.model.FreeYaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Parts what a document of a patch takes away from what it adds. */
final class Deletions {
  static final String MARK = "$patch";
  private static final Set<String> IDENTITY = Set.of("version", "apiVersion", "kind", "name");

  private final DocumentId id;
  private final Complaints complaints;
  private final List<Deletion> deletions = new ArrayList<>();
  private final Optional<FreeYaml.Mapping> rest;

  Deletions(ConfigDocument document, Complaints complaints) {
    this.id = document.id();
    this.complaints = complaints;
    this.rest =
        without(ConfigPath.ROOT, document.fields())
            .map(FreeYaml.Mapping.class::cast)
            .filter(map -> deletions.isEmpty() || !IDENTITY.containsAll(map.fields().keySet()));
  }

  List<Deletion> deletions() {
    return deletions;
  }

  /** Returns what is left of the document, if it has more than says which one it is. */
  Optional<FreeYaml.Mapping> rest() {
    return rest;
  }

  /** Returns the value without what is to be deleted, or nothing if nothing else was in it. */
  private Optional<FreeYaml> without(ConfigPath path, FreeYaml value) {
    if (PatchCheck.isDeletion(value)) {
      deletions.add(Deletion.of(path));
      return Optional.empty();
    }
    if (value instanceof FreeYaml.Mapping mapping) {
      return mapping(path, mapping);
    }
    return value instanceof FreeYaml.Sequence list ? list(path, list) : Optional.of(value);
  }

  private Optional<FreeYaml> mapping(ConfigPath path, FreeYaml.Mapping mapping) {
    Map<String, FreeYaml> kept = new LinkedHashMap<>();
    mapping
        .fields()
        .forEach((key, value) -> without(path.key(key), value).ifPresent(v -> kept.put(key, v)));
    return kept.isEmpty() && !mapping.fields().isEmpty()
        ? Optional.empty()
        : Optional.of(new FreeYaml.Mapping(kept));
  }

  private Optional<FreeYaml> list(ConfigPath path, FreeYaml.Sequence list) {
    List<FreeYaml> kept = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      FreeYaml item = list.items().get(i);
      if (PatchCheck.isDeletion(item)) {
        item(path, (FreeYaml.Mapping) item);
      } else {
        refuseInside(path.item(i), item);
        kept.add(item);
      }
    }
    return kept.isEmpty() && !list.items().isEmpty()
        ? Optional.empty()
        : Optional.of(new FreeYaml.Sequence(kept));
  }

  private void item(ConfigPath path, FreeYaml.Mapping item) {
    item.fields().entrySet().stream()
        .filter(field -> !field.getKey().equals(MARK))
        .findFirst()
        .ifPresentOrElse(
            field -> deletions.add(new Deletion(path, Map.entry(field.getKey(), text(field)))),
            () ->
                complaints.about(
                    PatchFinding.DELETION,
                    id,
                    path,
                    "an item is to be deleted, but nothing says which one.",
                    "Add a key of the item next to '$patch: delete', such as 'name: x'."));
  }

  private static String text(Map.Entry<String, FreeYaml> field) {
    return field.getValue() instanceof FreeYaml.Scalar scalar ? scalar.text() : "";
  }

  private void refuseInside(ConfigPath path, FreeYaml item) {
    int before = deletions.size();
    if (without(path, item).isEmpty() || deletions.size() > before) {
      complaints.about(
          PatchFinding.DELETION,
          id,
          path,
          "nothing inside an item of a list can be deleted.",
          "Delete the whole item with '$patch: delete', and add it anew in a second patch.");
    }
  }
}
