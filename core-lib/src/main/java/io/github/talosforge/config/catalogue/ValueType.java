package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.model.Layer;

/**
 * The kind of value that a key takes.
 *
 * @param <T> the value in Java
 */
public sealed interface ValueType<T> permits ScalarType, ListType, MapType, SectionType, FreeType {

  /** Returns the grammar in words, such as "a whole number from 1 to 16". */
  String expected();

  /** Reports everything that is wrong with a value written for the key of this name. */
  void check(String key, YamlNode node, Checks checks);

  /** Returns what a layer says with a value that {@link #check} found nothing wrong with. */
  Setting setting(YamlNode node, Layer layer);

  /** Returns what a layer says with {@code null}: that weaker layers do not count. */
  default Setting nothing(YamlNode node, Layer layer) {
    return Leaves.of(node, layer);
  }

  /** Returns the value of a merged setting. */
  T value(Setting setting);
}
