package io.github.talosforge.config.catalogue;

import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.model.Layer;
import io.github.talosforge.model.Origin;
import java.util.List;

/** Settings that are replaced as a whole. */
final class Leaves {
  private static final SourceLocation NOWHERE = new SourceLocation("built in", 1, 1);

  private Leaves() {}

  static Setting of(YamlNode node, Layer layer) {
    Origin origin =
        layer.isBuiltIn() ? Origin.builtIn(layer) : Origin.written(layer, node.location());
    return new Setting.Leaf(node, origin, List.of());
  }

  static YamlNode builtIn(String text) {
    return new YamlNode.Scalar(text, FreeYaml.Kind.TEXT, NOWHERE);
  }

  static YamlNode builtIn(List<String> texts) {
    List<YamlNode> items = texts.stream().map(Leaves::builtIn).toList();
    return new YamlNode.Sequence(items, NOWHERE, items.size() + 1);
  }

  static YamlNode node(Setting setting) {
    if (setting instanceof Setting.Leaf leaf) {
      return leaf.node();
    }
    throw new IllegalStateException("A single value was expected, not " + setting);
  }

  static String text(Setting setting) {
    if (node(setting) instanceof YamlNode.Scalar scalar) {
      return scalar.text();
    }
    throw new IllegalStateException("A single value was expected, not " + setting);
  }

  static Setting.Branch branch(Setting setting) {
    if (setting instanceof Setting.Branch branch) {
      return branch;
    }
    throw new IllegalStateException("A map was expected, not " + setting);
  }
}
