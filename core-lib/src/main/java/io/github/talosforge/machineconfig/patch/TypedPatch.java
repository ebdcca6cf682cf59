package io.github.talosforge.machineconfig.patch;

import io.github.talosforge.machineconfig.schema.Shape;
import io.github.talosforge.model.FreeYaml;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Takes the values of a patch for what their keys take: {@code 0o644} is a number to Talos, though
 * not to every reader of YAML. Keys without value are dropped.
 */
final class TypedPatch {

  private TypedPatch() {}

  static FreeYaml of(Shape shape, FreeYaml value) {
    if (shape instanceof Shape.Keys keys && value instanceof FreeYaml.Mapping map) {
      return keys(keys, map);
    }
    if (shape instanceof Shape.Entries entries && value instanceof FreeYaml.Mapping map) {
      return entries(entries.value(), map);
    }
    if (shape instanceof Shape.Items items && value instanceof FreeYaml.Sequence list) {
      return new FreeYaml.Sequence(
          list.items().stream().map(item -> of(items.item(), item)).toList());
    }
    return shape instanceof Shape.Leaf leaf && value instanceof FreeYaml.Scalar scalar
        ? leaf(leaf.kind(), scalar)
        : value;
  }

  static FreeYaml.Mapping keys(Shape.Keys shape, FreeYaml.Mapping map) {
    Map<String, FreeYaml> typed = new LinkedHashMap<>();
    map.fields()
        .forEach(
            (key, value) -> {
              Shape inner = shape.keys().get(key);
              if (inner != null && !PatchCheck.isNull(value)) {
                typed.put(key, of(inner, value));
              }
            });
    return new FreeYaml.Mapping(typed);
  }

  /** A text of a map that has no value is an empty one. */
  private static FreeYaml entries(Shape shape, FreeYaml.Mapping map) {
    Map<String, FreeYaml> typed = new LinkedHashMap<>();
    map.fields().forEach((key, value) -> typed.put(key, of(shape, value)));
    return new FreeYaml.Mapping(typed);
  }

  private static FreeYaml leaf(Shape.Kind kind, FreeYaml.Scalar scalar) {
    return switch (kind) {
      case NUMBER -> new FreeYaml.Scalar(scalar.text(), FreeYaml.Kind.NUMBER);
      case FLAG -> new FreeYaml.Scalar(scalar.text(), FreeYaml.Kind.FLAG);
      case TEXT, DURATION, BYTES, ARGUMENT ->
          PatchCheck.isNull(scalar) ? new FreeYaml.Scalar("", FreeYaml.Kind.TEXT) : scalar;
    };
  }
}
