package io.github.talosforge.yaml;

import java.util.List;

/**
 * A list of values.
 *
 * @param items the values in order
 * @param line where the list begins, or 0
 */
public record YamlList(List<YamlValue> items, int line) implements YamlValue {

  /** Keeps an own copy of the values. */
  public YamlList {
    items = List.copyOf(items);
  }

  /** Makes a list that stands nowhere yet. */
  public static YamlList of(List<? extends YamlValue> items) {
    return new YamlList(List.copyOf(items), 0);
  }

  /** Makes a list of texts. */
  public static YamlList ofTexts(List<String> texts) {
    return of(texts.stream().map(YamlScalar::text).toList());
  }
}
