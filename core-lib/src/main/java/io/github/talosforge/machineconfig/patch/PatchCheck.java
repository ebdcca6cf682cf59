package io.github.talosforge.machineconfig.patch;

import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.document.DocumentId;
import io.github.talosforge.machineconfig.schema.ConfigSchema;
import io.github.talosforge.machineconfig.schema.Shape;
import io.github.talosforge.model.FreeYaml;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Checks that a patch has nothing but what the version of Talos reads. */
final class PatchCheck {
  private static final Set<String> MAIN_KEYS = Set.of("machine", "cluster", "debug", "persist");
  private static final Set<String> FLAGS =
      Set.of("true", "false", "yes", "no", "on", "off", "y", "n");
  private static final Pattern NUMBER = Pattern.compile("[-+]?(0[xob])?[0-9a-fA-F_]+([.][0-9]+)?");

  private final ConfigSchema schema;
  private final Complaints complaints;
  private final Set<DocumentId> seen = new HashSet<>();

  PatchCheck(ConfigSchema schema, Complaints complaints) {
    this.schema = schema;
    this.complaints = complaints;
  }

  void check(ConfigDocument document) {
    DocumentId id = document.id();
    if (!seen.add(id)) {
      complaints.about(
          PatchFinding.DOCUMENT,
          "The patch has two documents for " + id + ".",
          "Make one document of both, or two patches.");
      return;
    }
    Set<String> keys = document.fields().fields().keySet();
    if (document.isMain() && keys.stream().noneMatch(MAIN_KEYS::contains)) {
      complaints.about(
          PatchFinding.DOCUMENT,
          "The patch has a document that names no kind and has neither machine nor cluster.",
          "Begin it with 'machine:' or 'cluster:', or add apiVersion and kind.");
    } else if (!document.isMain() && !keys.contains("apiVersion")) {
      complaints.about(
          PatchFinding.DOCUMENT,
          "The patch for " + id + " has no apiVersion.",
          "Add 'apiVersion: v1alpha1'.");
    } else {
      Optional<Shape.Keys> shape = schema.document(id.kind());
      shape.ifPresentOrElse(
          known -> value(id, ConfigPath.ROOT, known, document.fields()), () -> unknown(id));
    }
  }

  private void unknown(DocumentId id) {
    OptionalInt since = ConfigSchema.since(id.kind());
    complaints.about(
        PatchFinding.DOCUMENT,
        "This version of Talos has no documents of kind " + id.kind() + ".",
        since.isPresent()
            ? "Talos has them since 1." + since.getAsInt() + "; before, use keys of 'machine:'."
            : "Correct the kind, for example " + nearest(id.kind(), schema.documents()) + ".");
  }

  private void value(DocumentId id, ConfigPath path, Shape shape, FreeYaml value) {
    if (isNull(value) || isDeletion(value)) {
      return;
    }
    if (shape instanceof Shape.Keys keys && value instanceof FreeYaml.Mapping mapping) {
      mapping.fields().forEach((name, inner) -> key(id, path, keys, name, inner));
    } else if (shape instanceof Shape.Items items && value instanceof FreeYaml.Sequence list) {
      items(id, path, items.item(), list.items());
    } else if (shape instanceof Shape.Entries entries && value instanceof FreeYaml.Mapping map) {
      map.fields().forEach((name, inner) -> value(id, path.key(name), entries.value(), inner));
    } else if (!(shape instanceof Shape.Anything && value instanceof FreeYaml.Mapping)
        && !(shape instanceof Shape.Leaf leaf && fits(leaf.kind(), value))) {
      complaints.about(
          PatchFinding.VALUE,
          id,
          path,
          "the value is not " + shape.words() + ".",
          "Write " + shape.words() + " there.");
    }
  }

  private void key(DocumentId id, ConfigPath path, Shape.Keys keys, String name, FreeYaml value) {
    Shape shape = keys.keys().get(name);
    if (shape != null) {
      value(id, path.key(name), shape, value);
      return;
    }
    complaints.about(
        PatchFinding.KEY,
        id,
        path.key(name),
        "this version of Talos has no such key.",
        keys.keys().isEmpty()
            ? "Remove the key."
            : "Did you mean '" + nearest(name, keys.keys()) + "'?");
  }

  private void items(DocumentId id, ConfigPath path, Shape item, List<FreeYaml> items) {
    for (int i = 0; i < items.size(); i++) {
      value(id, path.item(i), item, items.get(i));
    }
  }

  private static boolean fits(Shape.Kind kind, FreeYaml value) {
    if (kind == Shape.Kind.ARGUMENT && value instanceof FreeYaml.Sequence list) {
      return list.items().stream().allMatch(FreeYaml.Scalar.class::isInstance);
    }
    return value instanceof FreeYaml.Scalar scalar
        && switch (kind) {
          case TEXT, DURATION, BYTES, ARGUMENT -> true;
          case FLAG -> FLAGS.contains(scalar.text().toLowerCase(Locale.ROOT));
          case NUMBER -> NUMBER.matcher(scalar.text()).matches();
        };
  }

  static boolean isNull(FreeYaml value) {
    return value instanceof FreeYaml.Scalar scalar && scalar.kind() == FreeYaml.Kind.NULL;
  }

  static boolean isDeletion(FreeYaml value) {
    return value instanceof FreeYaml.Mapping mapping
        && mapping.fields().get(Deletions.MARK) instanceof FreeYaml.Scalar mark
        && mark.text().equals("delete");
  }

  private static String nearest(String name, Map<String, ?> known) {
    return known.keySet().stream()
        .min(Comparator.comparingInt(key -> Distance.between(name, key)))
        .orElse("");
  }
}
