package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import java.time.Instant;
import java.util.List;

/** Objects as rows: the server decides what kubectl prints. */
final class Tables {
  private Tables() {}

  /** A table; only the first of a stream tells what its columns are. */
  static ObjectNode of(
      Kind kind, List<ObjectNode> objects, ApiRequest request, Instant now, boolean columns) {
    ObjectNode table = JsonNodeFactory.instance.objectNode();
    table.put("kind", "Table").put("apiVersion", "meta.k8s.io/v1").putObject("metadata");
    ArrayNode definitions = table.putArray("columnDefinitions");
    List<Column> wanted = Columns.of(kind);
    if (columns) {
      wanted.forEach(column -> column.define(definitions.addObject()));
    }
    ArrayNode rows = table.putArray("rows");
    for (ObjectNode object : objects) {
      ObjectNode row = rows.addObject();
      ArrayNode cells = row.putArray("cells");
      wanted.forEach(column -> cells.add(column.value().apply(object, now)));
      row.set("object", shown(object, request.parameter("includeObject")));
    }
    return table;
  }

  private static JsonNode shown(ObjectNode object, String included) {
    if (included.equals("Object")) {
      return object;
    }
    ObjectNode partial = JsonNodeFactory.instance.objectNode();
    partial.put("kind", "PartialObjectMetadata").put("apiVersion", "meta.k8s.io/v1");
    partial.set("metadata", object.path("metadata"));
    return partial;
  }
}
