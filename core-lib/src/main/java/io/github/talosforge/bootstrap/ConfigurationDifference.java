package io.github.talosforge.bootstrap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells where two configurations differ, however they are written, and shows no value. */
final class ConfigurationDifference {
  private static final YAMLMapper MAPPER = new YAMLMapper();

  private ConfigurationDifference() {}

  static List<String> between(String running, String wanted) {
    if (running.equals(wanted)) {
      return List.of();
    }
    try {
      List<String> paths = new ArrayList<>();
      compare("", documents(running), documents(wanted), paths);
      return List.copyOf(paths);
    } catch (IOException e) {
      return List.of("the running configuration cannot be read");
    }
  }

  private static Map<String, JsonNode> documents(String text) throws IOException {
    Map<String, JsonNode> documents = new LinkedHashMap<>();
    try (MappingIterator<JsonNode> each = MAPPER.readerFor(JsonNode.class).readValues(text)) {
      while (each.hasNext()) {
        JsonNode document = each.next();
        String kind = document.path("kind").asText();
        String name = document.path("name").asText();
        documents.put(kind.isEmpty() ? "" : kind + (name.isEmpty() ? "" : " " + name), document);
      }
    }
    return documents;
  }

  private static void compare(
      String at, Map<String, JsonNode> one, Map<String, JsonNode> other, List<String> paths) {
    Set<String> keys = new LinkedHashSet<>(one.keySet());
    keys.addAll(other.keySet());
    for (String key : keys) {
      compare(
          at.isEmpty() ? key : at + "." + key,
          one.getOrDefault(key, MissingNode.getInstance()),
          other.getOrDefault(key, MissingNode.getInstance()),
          paths);
    }
  }

  private static void compare(String at, JsonNode one, JsonNode other, List<String> paths) {
    if (one.equals(other)) {
      return;
    }
    if (one.isObject() && other.isObject()) {
      compare(at, fields(one), fields(other), paths);
    } else {
      paths.add((one.isMissingNode() ? "+ " : other.isMissingNode() ? "- " : "~ ") + at);
    }
  }

  private static Map<String, JsonNode> fields(JsonNode object) {
    Map<String, JsonNode> fields = new LinkedHashMap<>();
    object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
    return fields;
  }
}
