package io.github.talosforge.machineconfig.patch;

import io.github.talosforge.machineconfig.schema.Shape;
import io.github.talosforge.model.FreeYaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes a value out of a document. */
final class Removal {
  private final Deletion deletion;

  Removal(Deletion deletion) {
    this.deletion = deletion;
  }

  FreeYaml.Mapping from(Shape.Keys shape, FreeYaml.Mapping document) {
    return mapping(shape, document, 0);
  }

  private FreeYaml.Mapping mapping(@Nullable Shape shape, FreeYaml.Mapping map, int depth) {
    if (shape == null || shape instanceof Shape.Anything) {
      throw new MergeRefusal(
          PatchFinding.DELETION,
          deletion.path(),
          "nothing inside of what Talos hands on can be deleted.",
          "Delete the whole section with '$patch: delete', and write it anew in a second patch.");
    }
    String key = deletion.path().steps().get(depth);
    boolean last = depth == deletion.path().steps().size() - 1;
    FreeYaml value = map.fields().get(key);
    Map<String, FreeYaml> changed = new LinkedHashMap<>(map.fields());
    if (last && !deletion.isOfItem()) {
      if (value == null && !(shape instanceof Shape.Keys)) {
        throw nothingThere();
      }
      changed.remove(key);
    } else if (last && value instanceof FreeYaml.Sequence list) {
      changed.put(key, withoutItem(list));
    } else if (!last && value instanceof FreeYaml.Mapping inner) {
      changed.put(key, mapping(below(shape, key), inner, depth + 1));
    } else {
      throw nothingThere();
    }
    return new FreeYaml.Mapping(changed);
  }

  private static @Nullable Shape below(@Nullable Shape shape, String key) {
    if (shape instanceof Shape.Keys keys) {
      return keys.keys().get(key);
    }
    return shape instanceof Shape.Entries entries ? entries.value() : null;
  }

  private FreeYaml.Sequence withoutItem(FreeYaml.Sequence list) {
    List<FreeYaml> items = new ArrayList<>(list.items());
    for (FreeYaml item : list.items()) {
      if (item instanceof FreeYaml.Mapping map
          && map.fields().get(deletion.selector().getKey()) instanceof FreeYaml.Scalar scalar
          && scalar.text().equals(deletion.selector().getValue())) {
        items.remove(item);
        return new FreeYaml.Sequence(items);
      }
    }
    throw nothingThere();
  }

  private MergeRefusal nothingThere() {
    return new MergeRefusal(
        PatchFinding.DELETION,
        deletion.path(),
        deletion.isOfItem()
            ? "no item has "
                + deletion.selector().getKey()
                + ": "
                + deletion.selector().getValue()
                + ", so that none can be deleted."
            : "there is nothing to delete.",
        "Remove '$patch: delete', or correct the place.");
  }
}
