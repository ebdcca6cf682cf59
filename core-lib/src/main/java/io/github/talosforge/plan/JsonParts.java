package io.github.talosforge.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.model.Origin;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.redaction.Redaction;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The parts that the objects about changes are made of. */
final class JsonParts {
  private JsonParts() {}

  static void vm(NodeVm vm, ObjectNode json) {
    json.put("node", vm.node().value());
    if (vm.identity().part() == NodePart.DATA) {
      json.put("part", "data");
    }
    vm.role().ifPresent(role -> json.put("role", role.label()));
    json.put("vmId", vm.vmId().value());
    json.put("host", vm.host().value());
    vm.address().ifPresent(address -> json.put("address", address.toString()));
    json.put("startupOrder", vm.startupOrder());
  }

  static void image(TalosImage image, ObjectNode json) {
    SchematicId schematic = image.schematicId();
    json.put("version", image.version().toString());
    json.put("schematic", schematic.value());
    json.put("architecture", image.architecture().name().toLowerCase(Locale.ROOT));
    json.put("secureBoot", image.secureBoot());
  }

  static void configuration(Map<String, String> values, ObjectNode json) {
    values.forEach((key, value) -> json.put(key, Redaction.valueByForm(List.of(key), value)));
  }

  static void fields(Collection<FieldChange> fields, ArrayNode json) {
    for (FieldChange field : fields) {
      ObjectNode item = json.addObject();
      item.put("key", field.key());
      field.part().ifPresent(part -> item.put("part", part));
      field.shownOld().ifPresent(value -> item.put("old", value));
      field.shownNew().ifPresent(value -> item.put("new", value));
      item.put("effect", word(field.effect()));
      origin(field.origin(), item);
    }
  }

  static void origin(Optional<Origin> origin, ObjectNode json) {
    origin.ifPresent(
        who -> {
          ObjectNode item = json.putObject("origin");
          item.put("layer", who.layer().label());
          who.location()
              .ifPresent(
                  where -> {
                    item.put("file", where.file());
                    item.put("line", where.line());
                  });
        });
  }

  static String word(Effect effect) {
    return effect == Effect.AT_ONCE ? "at-once" : "after-stop-start";
  }
}
