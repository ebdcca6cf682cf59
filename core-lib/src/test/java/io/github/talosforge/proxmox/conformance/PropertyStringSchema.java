package io.github.talosforge.proxmox.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Property strings whose keys the schema spells out; a second reader beside the client's own. */
final class PropertyStringSchema {
  private PropertyStringSchema() {}

  static List<String> problems(JsonNode format, String text) {
    List<String> problems = new ArrayList<>();
    Map<String, String> values = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] pair = part.split("=", 2);
      if (pair.length == 1) {
        put(problems, values, defaultKey(format), pair[0]);
      } else {
        read(format, problems, values, pair[0], pair[1]);
      }
    }
    values.forEach((key, value) -> check(format.path(key), problems, key, value));
    format
        .properties()
        .forEach(
            key -> {
              boolean isKey = key.getValue().has("type");
              if (isKey
                  && key.getValue().path("optional").asInt() != 1
                  && !values.containsKey(key.getKey())) {
                problems.add("lacks " + key.getKey());
              }
            });
    return problems;
  }

  private static void read(
      JsonNode format,
      List<String> problems,
      Map<String, String> values,
      String key,
      String value) {
    JsonNode schema = format.path(key);
    if (!schema.has("alias")) {
      put(problems, values, key, value);
      return;
    }
    put(problems, values, schema.get("alias").asText(), value);
    if (schema.has("keyAlias")) {
      put(problems, values, schema.get("keyAlias").asText(), key);
    }
  }

  private static void put(
      List<String> problems, Map<String, String> values, String key, String value) {
    if (key.isEmpty()) {
      problems.add("'" + value + "' has no key");
    } else if (values.put(key, value) != null) {
      problems.add(key + " is given twice");
    }
  }

  private static void check(JsonNode schema, List<String> problems, String key, String value) {
    if (schema.isMissingNode()) {
      problems.add("has no key " + key);
      return;
    }
    new ParameterSchema(schema)
        .problems(List.of(value))
        .forEach(problem -> problems.add(key + " " + problem));
  }

  private static String defaultKey(JsonNode format) {
    for (Map.Entry<String, JsonNode> key : format.properties()) {
      if (key.getValue().path("default_key").asInt() == 1) {
        return key.getKey();
      }
    }
    return "";
  }
}
