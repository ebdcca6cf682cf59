package io.github.talosforge.machineconfig.patch;

import io.github.talosforge.model.FreeYaml;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the item of a list that a patch means. */
final class ItemMatch {
  /** Talos never takes selectors with this key for the same. */
  private static final String NEVER_SAME = "physical";

  private ItemMatch() {}

  static int indexOf(List<FreeYaml> items, String key, FreeYaml wanted) {
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof FreeYaml.Mapping map
          && map.fields().containsKey(key)
          && isSame(map.fields().getOrDefault(key, wanted), wanted)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isSame(FreeYaml left, FreeYaml right) {
    if (left instanceof FreeYaml.Scalar one && right instanceof FreeYaml.Scalar other) {
      return one.text().equals(other.text());
    }
    return left instanceof FreeYaml.Mapping one
        && right instanceof FreeYaml.Mapping other
        && !one.fields().containsKey(NEVER_SAME)
        && texts(one).equals(texts(other));
  }

  private static Map<String, String> texts(FreeYaml.Mapping map) {
    Map<String, String> texts = new HashMap<>();
    map.fields()
        .forEach(
            (key, value) -> {
              if (value instanceof FreeYaml.Scalar scalar && !AnyMerge.isEmpty(scalar)) {
                texts.put(key, scalar.text());
              }
            });
    return texts;
  }
}
