package io.github.talosforge.config.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * A value as somebody types it.
 *
 * @param text the text
 * @param json what YAML takes it for
 */
record Sample(String text, JsonNode json) {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  static Sample of(String text) {
    try {
      return new Sample(text, YAML.readTree(text));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("An example of the catalogue is no YAML: " + text, e);
    }
  }

  /** Returns all single values in it, as texts. */
  List<String> texts() {
    List<String> texts = new ArrayList<>();
    collect(json, texts);
    return texts;
  }

  private static void collect(JsonNode node, List<String> texts) {
    if (node.isValueNode()) {
      texts.add(node.asText());
    }
    node.forEach(inner -> collect(inner, texts));
  }
}
