package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.model.Layer;
import io.github.talosforge.model.Origin;

/**
 * YAML that is handed on unread.
 *
 * @param expected what it should be, in words
 */
public record FreeType(String expected) implements ValueType<FreeType.Said> {

  /**
   * A value and who said it.
   *
   * @param value the value
   * @param origin who said it
   */
  public record Said(FreeYaml value, Origin origin) {}

  @Override
  public void check(String key, YamlNode node, Checks checks) {
    if (node instanceof YamlNode.Scalar scalar && scalar.isNull()) {
      checks.wrongKind(key, expected, node);
    }
  }

  @Override
  public Setting setting(YamlNode node, Layer layer) {
    return Leaves.of(node, layer);
  }

  @Override
  public Said value(Setting setting) {
    Setting.Leaf leaf = (Setting.Leaf) setting;
    return new Said(leaf.node().free(), leaf.origin());
  }
}
