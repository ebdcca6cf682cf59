package io.github.talosforge.machineconfig.patch;

import io.github.talosforge.machineconfig.schema.Shape;
import io.github.talosforge.model.FreeYaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Merges a checked patch into a document: maps key by key, lists behind each other save where their
 * rule says otherwise, single values replaced unless the patch has an empty one.
 */
final class Merge {
  private static final int EMPTY_COUNTS_SINCE = 12;
  private static final Pattern NO_TIME = Pattern.compile("(0+([.]0*)?(ns|us|µs|ms|s|m|h)?)*");

  private final boolean emptyCounts;

  /**
   * Merges as a version of Talos does.
   *
   * @param minor the minor version: since 1.12 an empty value replaces one that may be absent
   */
  Merge(int minor) {
    this.emptyCounts = minor >= EMPTY_COUNTS_SINCE;
  }

  FreeYaml.Mapping keys(
      Shape.Keys shape, FreeYaml.Mapping left, FreeYaml.Mapping right, ConfigPath path) {
    Map<String, FreeYaml> merged = new LinkedHashMap<>(left.fields());
    right
        .fields()
        .forEach(
            (key, value) -> {
              Shape inner = shape.keys().get(key);
              if (inner != null) {
                merged.put(key, value(inner, merged.get(key), value, path.key(key)));
              }
            });
    return new FreeYaml.Mapping(merged);
  }

  private FreeYaml value(Shape shape, @Nullable FreeYaml left, FreeYaml right, ConfigPath path) {
    if (left == null || PatchCheck.isNull(left)) {
      return right;
    }
    if (shape instanceof Shape.Keys keys && !keys.isCertificate()) {
      return keys(keys, mapping(left, path), mapping(right, path), path);
    }
    if (shape instanceof Shape.Entries entries) {
      return entries(entries.value(), mapping(left, path), mapping(right, path), path);
    }
    if (shape instanceof Shape.Items items) {
      return items(items, list(left, path), list(right, path), path);
    }
    if (shape instanceof Shape.Anything anything) {
      return anything.replaced() ? right : AnyMerge.of(left, right, path);
    }
    return shape instanceof Shape.Leaf leaf ? leaf(leaf, left, right) : right;
  }

  private FreeYaml leaf(Shape.Leaf shape, FreeYaml left, FreeYaml right) {
    return switch (shape.kind()) {
      case FLAG, BYTES, ARGUMENT -> right;
      case DURATION -> isNoTime(right) && !emptyReplaces(shape) ? left : right;
      case TEXT -> isEmptyText(right) && !emptyReplaces(shape) ? left : right;
      case NUMBER -> AnyMerge.isEmpty(right) && !emptyReplaces(shape) ? left : right;
    };
  }

  private boolean emptyReplaces(Shape.Leaf shape) {
    return shape.optional() && emptyCounts;
  }

  private static boolean isNoTime(FreeYaml value) {
    return value instanceof FreeYaml.Scalar scalar && NO_TIME.matcher(scalar.text()).matches();
  }

  /** To a key that takes a text, {@code 0} is one. */
  private static boolean isEmptyText(FreeYaml value) {
    return value instanceof FreeYaml.Scalar scalar && scalar.text().isEmpty();
  }

  private FreeYaml entries(
      Shape value, FreeYaml.Mapping left, FreeYaml.Mapping right, ConfigPath path) {
    Map<String, FreeYaml> merged = new LinkedHashMap<>(left.fields());
    right
        .fields()
        .forEach(
            (key, added) ->
                merged.put(key, value(inEntry(value), merged.get(key), added, path.key(key))));
    return new FreeYaml.Mapping(merged);
  }

  /** In a map an empty value never replaces another one, save an argument. */
  private static Shape inEntry(Shape value) {
    return value instanceof Shape.Leaf leaf ? new Shape.Leaf(leaf.kind(), false) : value;
  }

  private FreeYaml items(
      Shape.Items shape, FreeYaml.Sequence left, FreeYaml.Sequence right, ConfigPath path) {
    if (shape.rule().keys().isEmpty()) {
      return shape.rule().replaced() ? right : AnyMerge.joined(left, right);
    }
    List<FreeYaml> merged = new ArrayList<>(left.items());
    for (FreeYaml added : right.items()) {
      int same = indexOf(shape.rule(), merged, added);
      if (same < 0) {
        merged.add(added);
      } else if (shape.rule().replaced()) {
        merged.set(same, added);
      } else {
        merged.set(same, value(shape.item(), merged.get(same), added, path.item(same)));
      }
    }
    return new FreeYaml.Sequence(merged);
  }

  private static int indexOf(Shape.ListRule rule, List<FreeYaml> items, FreeYaml added) {
    for (String key : rule.keys()) {
      FreeYaml wanted = field(added, key);
      if (wanted != null && !AnyMerge.isEmpty(wanted)) {
        return ItemMatch.indexOf(items, key, wanted);
      }
    }
    return -1;
  }

  private static @Nullable FreeYaml field(FreeYaml item, String key) {
    return item instanceof FreeYaml.Mapping map ? map.fields().get(key) : null;
  }

  private static FreeYaml.Mapping mapping(FreeYaml value, ConfigPath path) {
    if (value instanceof FreeYaml.Mapping mapping) {
      return mapping;
    }
    throw AnyMerge.differentKinds(path);
  }

  private static FreeYaml.Sequence list(FreeYaml value, ConfigPath path) {
    if (value instanceof FreeYaml.Sequence list) {
      return list;
    }
    throw AnyMerge.differentKinds(path);
  }
}
