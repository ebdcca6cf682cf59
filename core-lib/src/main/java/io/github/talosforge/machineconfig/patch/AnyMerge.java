package io.github.talosforge.machineconfig.patch;

import io.github.talosforge.model.FreeYaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Merges values of which nothing is known but themselves. */
final class AnyMerge {
  private static final Pattern ZERO = Pattern.compile("[-+]?0+([.]0*)?");

  private AnyMerge() {}

  static FreeYaml of(FreeYaml left, FreeYaml right, ConfigPath path) {
    if (PatchCheck.isNull(left)) {
      return right;
    }
    if (left instanceof FreeYaml.Mapping one && right instanceof FreeYaml.Mapping other) {
      return mapping(one, other, path);
    }
    if (left instanceof FreeYaml.Sequence one && right instanceof FreeYaml.Sequence other) {
      return joined(one, other);
    }
    if (left instanceof FreeYaml.Scalar one
        && right instanceof FreeYaml.Scalar other
        && (one.kind() == other.kind() || PatchCheck.isNull(right))) {
      return isEmpty(right) ? left : right;
    }
    throw differentKinds(path);
  }

  private static FreeYaml mapping(FreeYaml.Mapping left, FreeYaml.Mapping right, ConfigPath path) {
    Map<String, FreeYaml> merged = new LinkedHashMap<>(left.fields());
    right
        .fields()
        .forEach(
            (key, added) -> {
              FreeYaml before = merged.get(key);
              merged.put(key, before == null ? added : of(before, added, path.key(key)));
            });
    return new FreeYaml.Mapping(merged);
  }

  static FreeYaml.Sequence joined(FreeYaml.Sequence left, FreeYaml.Sequence right) {
    List<FreeYaml> items = new ArrayList<>(left.items());
    items.addAll(right.items());
    return new FreeYaml.Sequence(items);
  }

  /** Tells whether a value is one that Talos takes for none; false is not among them. */
  static boolean isEmpty(FreeYaml value) {
    return value instanceof FreeYaml.Scalar scalar
        && switch (scalar.kind()) {
          case NULL -> true;
          case TEXT -> scalar.text().isEmpty();
          case NUMBER -> ZERO.matcher(scalar.text()).matches();
          case FLAG -> false;
        };
  }

  static MergeRefusal differentKinds(ConfigPath path) {
    return new MergeRefusal(
        PatchFinding.VALUE,
        path,
        "the value is of another kind than the one that it is merged with.",
        "Write a value of the same kind, or delete the other one with '$patch: delete' in a patch"
            + " before.");
  }
}
