package io.github.talosforge.machineconfig.schema;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the lines of the list of keys that are of one version. */
final class KeyLines {
  private static final int STEP = 2;
  private static final Pattern LINE =
      Pattern.compile(
          "( *)([^:]+): (\\S+)( replaced)?( by [A-Za-z ]+?)?(?: since (\\d+))?(?: until (\\d+))?");

  private final List<String> lines;
  private final int minor;
  private int next;

  KeyLines(String text, int minor) {
    this.lines = text.lines().toList();
    this.minor = minor;
  }

  Map<String, Shape.Keys> documents() {
    Map<String, Shape.Keys> documents = new TreeMap<>();
    keys(0).forEach((kind, shape) -> documents.put(kind, (Shape.Keys) shape));
    return documents;
  }

  private Map<String, Shape> keys(int indent) {
    Map<String, Shape> keys = new TreeMap<>();
    while (next < lines.size() && indentOf(lines.get(next)) == indent) {
      Matcher line = LINE.matcher(lines.get(next));
      if (!line.matches()) {
        throw new IllegalStateException("This is no key: " + lines.get(next));
      }
      next++;
      Map<String, Shape> below = keys(indent + STEP);
      if (isOfThisVersion(line)) {
        keys.put(line.group(2), shape(line.group(3), rule(line), below));
      }
    }
    return keys;
  }

  private static int indentOf(String line) {
    return line.length() - line.stripLeading().length();
  }

  private boolean isOfThisVersion(Matcher line) {
    return (line.group(6) == null || Integer.parseInt(line.group(6)) <= minor)
        && (line.group(7) == null || Integer.parseInt(line.group(7)) >= minor);
  }

  private static Shape.ListRule rule(Matcher line) {
    String by = line.group(5);
    return new Shape.ListRule(
        line.group(4) != null,
        by == null ? List.of() : List.of(by.substring(" by ".length()).split(" ", -1)));
  }

  private static Shape shape(String type, Shape.ListRule rule, Map<String, Shape> below) {
    if (type.startsWith("[]")) {
      return new Shape.Items(shape(type.substring(2), rule, below), rule);
    }
    if (type.startsWith("{}")) {
      return new Shape.Entries(shape(type.substring(2), rule, below));
    }
    boolean optional = type.startsWith("*");
    return switch (optional ? type.substring(1) : type) {
      case "fields" -> new Shape.Keys(below, optional);
      case "any" -> new Shape.Anything(rule.replaced());
      case "text" -> new Shape.Leaf(Shape.Kind.TEXT, optional);
      case "number" -> new Shape.Leaf(Shape.Kind.NUMBER, optional);
      case "flag" -> new Shape.Leaf(Shape.Kind.FLAG, optional);
      case "duration" -> new Shape.Leaf(Shape.Kind.DURATION, optional);
      case "bytes" -> new Shape.Leaf(Shape.Kind.BYTES, optional);
      case "argument" -> new Shape.Leaf(Shape.Kind.ARGUMENT, optional);
      default -> throw new IllegalStateException("There is no shape " + type);
    };
  }
}
