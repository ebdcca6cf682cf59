package io.github.talosforge.machineconfig.diff;

import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.schema.Shape;
import io.github.talosforge.model.FreeYaml;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes a document as one value for each path, in a form that is the same for the same meaning.
 */
final class FlatDocument {
  static final String EMPTY = "{}";
  private static final Set<String> IDENTITY = Set.of("version", "apiVersion", "kind", "name");
  private static final Set<String> YES = Set.of("true", "yes", "on", "y");
  private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]+([.][0-9]+)?");
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]+");

  private final Map<String, FlatValue> values = new TreeMap<>();

  private FlatDocument() {}

  static Map<String, FlatValue> of(@Nullable Shape shape, ConfigDocument document) {
    FlatDocument flat = new FlatDocument();
    flat.values.put("(document)", new FlatValue(List.of(), "present"));
    document
        .fields()
        .fields()
        .forEach(
            (key, value) -> {
              if (!IDENTITY.contains(key)) {
                flat.add(below(shape, key), key, List.of(key), value);
              }
            });
    return flat.values;
  }

  private void add(@Nullable Shape shape, String path, List<String> keys, FreeYaml value) {
    if (value instanceof FreeYaml.Mapping mapping) {
      mapping(shape, path, keys, mapping);
    } else if (value instanceof FreeYaml.Sequence list) {
      list(shape, path, keys, list.items());
    } else if (value instanceof FreeYaml.Scalar scalar && scalar.kind() != FreeYaml.Kind.NULL) {
      scalar(shape, path, keys, scalar);
    }
  }

  /** That an optional section is there can mean something, even if nothing is in it. */
  private void mapping(
      @Nullable Shape shape, String path, List<String> keys, FreeYaml.Mapping mapping) {
    int before = values.size();
    mapping
        .fields()
        .forEach(
            (key, value) -> add(below(shape, key), step(shape, path, key), with(keys, key), value));
    if (values.size() == before && shape instanceof Shape.Keys section && section.optional()) {
      put(path, keys, EMPTY);
    }
  }

  private void list(@Nullable Shape shape, String path, List<String> keys, List<FreeYaml> items) {
    for (int i = 0; i < items.size(); i++) {
      Shape item = shape instanceof Shape.Items list ? list.item() : null;
      add(item, path + "[" + label(shape, items.get(i), i) + "]", keys, items.get(i));
    }
  }

  private static String label(@Nullable Shape shape, FreeYaml item, int index) {
    if (shape instanceof Shape.Items list && item instanceof FreeYaml.Mapping map) {
      for (String key : list.rule().keys()) {
        FreeYaml value = map.fields().get(key);
        if (value instanceof FreeYaml.Scalar scalar && !scalar.text().isEmpty()) {
          return scalar.text();
        }
        if (value instanceof FreeYaml.Mapping selector) {
          return selector(selector);
        }
      }
    }
    return Integer.toString(index);
  }

  private static String selector(FreeYaml.Mapping selector) {
    Map<String, String> parts = new TreeMap<>();
    selector
        .fields()
        .forEach(
            (key, value) -> parts.put(key, value instanceof FreeYaml.Scalar s ? s.text() : ""));
    return String.join(",", parts.values());
  }

  private void scalar(
      @Nullable Shape shape, String path, List<String> keys, FreeYaml.Scalar scalar) {
    if (!(shape instanceof Shape.Leaf leaf)) {
      put(path, keys, scalar.text());
      return;
    }
    String text =
        switch (leaf.kind()) {
          case TEXT, DURATION, BYTES, ARGUMENT -> scalar.text();
          case FLAG -> Boolean.toString(YES.contains(scalar.text().toLowerCase(Locale.ROOT)));
          case NUMBER -> number(scalar.text());
        };
    if (leaf.optional() || isInMap(path) || !isNothing(leaf.kind(), text)) {
      put(path, keys, text);
    }
  }

  /** Values of maps stand in brackets, and may be empty. */
  private static boolean isInMap(String path) {
    return path.endsWith("]");
  }

  private static boolean isNothing(Shape.Kind kind, String text) {
    return switch (kind) {
      case TEXT, DURATION, BYTES, ARGUMENT -> text.isEmpty();
      case FLAG -> text.equals("false");
      case NUMBER -> text.equals("0");
    };
  }

  private static String number(String text) {
    return DECIMAL.matcher(text).matches() && !text.matches("[-+]?0[0-9]+")
        ? new BigDecimal(text).stripTrailingZeros().toPlainString()
        : text;
  }

  private void put(String path, List<String> keys, String value) {
    values.put(path, new FlatValue(List.copyOf(keys), value));
  }

  private static @Nullable Shape below(@Nullable Shape shape, String key) {
    if (shape instanceof Shape.Keys keys) {
      return keys.keys().get(key);
    }
    return shape instanceof Shape.Entries entries ? entries.value() : null;
  }

  private static String step(@Nullable Shape shape, String path, String key) {
    return WORD.matcher(key).matches() && !(shape instanceof Shape.Entries)
        ? path + "." + key
        : path + "[" + key + "]";
  }

  private static List<String> with(List<String> keys, String key) {
    List<String> longer = new ArrayList<>(keys);
    longer.add(key);
    return longer;
  }
}
