package io.github.talosforge.interop;

import io.github.talosforge.machineconfig.schema.ConfigSchema;
import io.github.talosforge.machineconfig.schema.Shape;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** Keys as lines of path and shape. */
final class KeyList {

  private KeyList() {}

  static List<String> of(ConfigSchema schema) {
    List<String> lines = new ArrayList<>();
    schema.documents().forEach((kind, keys) -> add(kind, keys, lines));
    return lines;
  }

  private static void add(String path, Shape shape, List<String> lines) {
    lines.add(path + ": " + text(shape));
    Shape inner = shape;
    while (inner instanceof Shape.Items || inner instanceof Shape.Entries) {
      inner = inner instanceof Shape.Items items ? items.item() : ((Shape.Entries) inner).value();
    }
    if (inner instanceof Shape.Keys keys) {
      keys.keys().forEach((name, below) -> add(path + "/" + name, below, lines));
    }
  }

  private static String text(Shape shape) {
    if (shape instanceof Shape.Items items) {
      return "[]"
          + text(items.item()).replace(" replaced", "")
          + (items.rule().replaced() ? " replaced" : "")
          + (items.rule().keys().isEmpty() ? "" : " by " + String.join(" ", items.rule().keys()));
    }
    if (shape instanceof Shape.Entries entries) {
      return "{}" + text(entries.value());
    }
    if (shape instanceof Shape.Keys keys) {
      return (keys.optional() ? "*" : "") + "fields";
    }
    if (shape instanceof Shape.Leaf leaf) {
      return (leaf.optional() ? "*" : "") + leaf.kind().name().toLowerCase(Locale.ROOT);
    }
    return "any" + (((Shape.Anything) shape).replaced() ? " replaced" : "");
  }

  /** Reads indented lines. */
  static List<String> of(List<String> indented) {
    List<String> lines = new ArrayList<>();
    Deque<String> path = new ArrayDeque<>();
    for (String line : indented) {
      int depth = (line.length() - line.stripLeading().length()) / 2;
      while (path.size() > depth) {
        path.removeLast();
      }
      String[] parts = line.strip().split(": ", 2);
      path.addLast(parts[0]);
      lines.add(String.join("/", path) + ": " + parts[1]);
    }
    return lines;
  }
}
