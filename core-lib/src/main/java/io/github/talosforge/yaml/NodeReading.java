package io.github.talosforge.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Turns the parser's nodes into values, following aliases within bounds. */
final class NodeReading {
  static final int DEEPEST = 64;
  private static final int MOST = 200_000;

  private final String file;
  private int values;

  NodeReading(String file) {
    this.file = file;
  }

  YamlValue value(Node node) {
    return value(node, 0);
  }

  private YamlValue value(Node node, int depth) {
    values++;
    if (depth > DEEPEST || values > MOST) {
      throw refused(node, "Values are nested or repeated by aliases beyond all need.");
    }
    if (node instanceof MappingNode mapping) {
      return map(mapping, depth);
    }
    if (node instanceof SequenceNode sequence) {
      return list(sequence, depth);
    }
    return scalar((ScalarNode) node);
  }

  private YamlMap map(MappingNode node, int depth) {
    Map<String, YamlValue> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : node.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw refused(tuple.getKeyNode(), "A key is a map or a list; only texts are read as keys.");
      }
      if (entries.put(key.getValue(), value(tuple.getValueNode(), depth + 1)) != null) {
        throw refused(key, "The key '" + key.getValue() + "' stands here a second time.");
      }
    }
    return new YamlMap(entries, line(node));
  }

  private YamlList list(SequenceNode node, int depth) {
    List<YamlValue> items = new ArrayList<>();
    for (Node item : node.getValue()) {
      items.add(value(item, depth + 1));
    }
    return new YamlList(items, line(node));
  }

  private static YamlScalar scalar(ScalarNode node) {
    boolean plain = node.isPlain() && !(node.getTag().equals(Tag.STR) && tagged(node));
    return new YamlScalar(node.getValue(), plain, line(node));
  }

  /** A plain number that is nevertheless text carries the tag {@code !!str}. */
  private static boolean tagged(ScalarNode node) {
    return ScalarType.ofPlain(node.getValue()) != ScalarType.TEXT
        && node.getStartMark() != null
        && node.getEndMark().getIndex() - node.getStartMark().getIndex() > node.getValue().length();
  }

  private UnreadableYamlException refused(Node node, String problem) {
    return new UnreadableYamlException(file, line(node), problem);
  }

  private static int line(Node node) {
    return node.getStartMark() == null ? 1 : node.getStartMark().getLine() + 1;
  }
}
