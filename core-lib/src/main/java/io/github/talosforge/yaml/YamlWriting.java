package io.github.talosforge.yaml;

import java.util.Iterator;
import java.util.Map;

/** Writes values in block style. */
final class YamlWriting {
  /** A dash and a blank. */
  private static final int DASH = 2;

  private final YamlStyle style;
  private final StringBuilder text = new StringBuilder();

  YamlWriting(YamlStyle style) {
    this.style = style;
  }

  String write(YamlMap document) {
    map(document, 0);
    return text.toString();
  }

  /** Writes a map whose first key begins where the text stands. */
  private void map(YamlMap map, int column) {
    Iterator<Map.Entry<String, YamlValue>> entries = map.entries().entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<String, YamlValue> entry = entries.next();
      text.append(ScalarText.key(entry.getKey())).append(':');
      field(entry.getValue(), column);
      if (entries.hasNext()) {
        blanks(column);
      }
    }
  }

  private void field(YamlValue value, int column) {
    if (value instanceof YamlMap map && !map.entries().isEmpty()) {
      int deeper = style.deeper(column);
      text.append('\n');
      blanks(deeper);
      map(map, deeper);
    } else if (value instanceof YamlList list && !list.items().isEmpty()) {
      int dashes = style.list(column);
      text.append('\n');
      blanks(dashes);
      list(list, dashes);
    } else {
      text.append(' ');
      single(value, column);
    }
  }

  /** Writes a list whose first dash stands where the text does. */
  private void list(YamlList list, int column) {
    Iterator<YamlValue> items = list.items().iterator();
    while (items.hasNext()) {
      YamlValue item = items.next();
      text.append("- ");
      if (item instanceof YamlMap map && !map.entries().isEmpty()) {
        map(map, column + DASH);
      } else if (item instanceof YamlList inner && !inner.items().isEmpty()) {
        list(inner, column + DASH);
      } else {
        single(item, column);
      }
      if (items.hasNext()) {
        blanks(column);
      }
    }
  }

  private void single(YamlValue value, int column) {
    if (value instanceof YamlScalar scalar) {
      text.append(ScalarText.value(scalar, style.deeper(column)));
    } else {
      text.append(value instanceof YamlMap ? "{}" : "[]");
    }
    text.append('\n');
  }

  private void blanks(int count) {
    text.append(" ".repeat(count));
  }
}
