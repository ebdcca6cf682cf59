package io.github.talosforge.simulator.factory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What an image is made of. Its id is the SHA-256 of its canonical text, so that equal schematics
 * have equal ids wherever they were made.
 *
 * @param canonical the canonical text
 * @param extensions the official extensions in it
 */
record Schematic(String canonical, List<String> extensions) {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  Schematic {
    extensions = List.copyOf(extensions);
  }

  /**
   * Reads YAML or JSON.
   *
   * @throws IllegalArgumentException naming the field that a schematic does not have
   */
  static Schematic parse(String text) {
    JsonNode root;
    try {
      root = YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("yaml: " + e.getOriginalMessage(), e);
    }
    List<String> extensions = new ArrayList<>();
    root.at("/customization/systemExtensions/officialExtensions")
        .forEach(entry -> extensions.add(entry.asText()));
    return new Schematic(CanonicalYaml.of(root), extensions);
  }

  String id() {
    try {
      byte[] bytes = canonical.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java has no SHA-256", e);
    }
  }
}
