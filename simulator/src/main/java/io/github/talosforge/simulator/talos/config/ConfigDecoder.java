package io.github.talosforge.simulator.talos.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the documents of a machine config as strictly as one version of Talos does. */
final class ConfigDecoder {
  private static final ObjectMapper YAML =
      new ObjectMapper(
          new YAMLFactory()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES));
  private static final Set<String> OLD_DOCUMENT = Set.of("machine", "cluster", "debug", "persist");

  private final int minor;
  private final Set<String> seen = new HashSet<>();

  ConfigDecoder(int minor) {
    this.minor = minor;
  }

  /**
   * A document.
   *
   * @param kind its kind; {@code v1alpha1} for the one without
   * @param name its name, empty without
   * @param content its keys
   */
  record Document(String kind, String name, ObjectNode content) {}

  List<Document> decode(String text) {
    List<Document> documents = new ArrayList<>();
    try (JsonParser parser = YAML.createParser(text)) {
      while (parser.nextToken() != null) {
        int line = parser.currentTokenLocation().getLineNr();
        JsonToken token = parser.currentToken();
        JsonNode node = YAML.readTree(parser);
        if (token == JsonToken.START_OBJECT && node instanceof ObjectNode content) {
          documents.add(document(content, line));
        } else if (token != JsonToken.VALUE_NULL) {
          throw ConfigRefused.undecodable("expected a YAML document at line " + line);
        }
      }
    } catch (IOException e) {
      String reason = e.getMessage() == null ? "unreadable" : e.getMessage().split("\n", 2)[0];
      throw ConfigRefused.undecodable("decode error: yaml: " + reason);
    }
    return documents;
  }

  private Document document(ObjectNode content, int line) {
    String version = content.path("apiVersion").asText("");
    String kind = content.path("kind").asText("");
    String name = content.path("name").asText("");
    String id = version + "/" + (kind.isEmpty() ? "v1alpha1" : kind) + "/" + name;
    if (!seen.add(id)) {
      throw ConfigRefused.undecodable(
          "duplicate document " + id + " is not allowed (line " + line + ")");
    }
    try {
      ConfigKeys.Key key = key(content, version, kind);
      checkTypes(content, key, "");
      ObjectNode unknown = unknown(content, key);
      if (unknown != null) {
        throw ConfigRefused.undecodable(
            "unknown keys found during decoding:\n" + YAML.writeValueAsString(unknown));
      }
    } catch (IOException e) {
      throw new IllegalStateException("Cannot write keys as YAML", e);
    } catch (ConfigRefused e) {
      throw ConfigRefused.undecodable(
          "error decoding document " + id + " (line " + line + "): " + e.getMessage());
    }
    return new Document(kind.isEmpty() ? "v1alpha1" : kind, name, content);
  }

  private ConfigKeys.Key key(ObjectNode content, String given, String kind) {
    boolean old = OLD_DOCUMENT.stream().anyMatch(content::has);
    String version = old ? "v1alpha1" : given;
    if (version.equals("v1alpha1") && kind.isEmpty()) {
      return require("v1alpha1", ConfigKeys.document("v1alpha1", minor), version);
    }
    if (kind.isEmpty()) {
      throw ConfigRefused.undecodable("missing kind");
    }
    if (version.isEmpty()) {
      throw ConfigRefused.undecodable("missing apiVersion");
    }
    boolean known = version.equals("v1alpha1") && !kind.equals("v1alpha1");
    return require(kind, known ? ConfigKeys.document(kind, minor) : null, version);
  }

  private static ConfigKeys.Key require(String kind, ConfigKeys.@Nullable Key key, String version) {
    if (key == null) {
      throw ConfigRefused.undecodable("\"" + kind + "\" \"" + version + "\": not registered");
    }
    return key;
  }

  /** What is in the document and not in the list, as a document of its own; null: nothing. */
  private @Nullable ObjectNode unknown(ObjectNode node, ConfigKeys.Key key) {
    ObjectNode result = YAML.createObjectNode();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      ConfigKeys.Key child =
          key.type().equals("map") ? key.child("{}", minor) : key.child(entry.getKey(), minor);
      if (child == null) {
        result.set(entry.getKey(), entry.getValue());
      } else {
        JsonNode below = unknownBelow(entry.getValue(), child);
        if (below != null) {
          result.set(entry.getKey(), below);
        }
      }
    }
    return result.isEmpty() ? null : result;
  }

  private @Nullable JsonNode unknownBelow(JsonNode value, ConfigKeys.Key key) {
    if (value instanceof ObjectNode object && !key.type().equals("any")) {
      return unknown(object, key);
    }
    ConfigKeys.Key element = key.child("[]", minor);
    if (value instanceof ArrayNode array && element != null) {
      ArrayNode result = YAML.createArrayNode();
      for (JsonNode item : array) {
        JsonNode below = unknownBelow(item, element);
        if (below != null) {
          result.add(below);
        }
      }
      return result.isEmpty() ? null : result;
    }
    return null;
  }

  private void checkTypes(JsonNode node, ConfigKeys.Key key, String path) {
    if (node.isNull() || key.type().equals("any")) {
      return;
    }
    if (!fits(node, key.type(), path)) {
      throw ConfigRefused.undecodable(
          "yaml: construct errors: cannot construct "
              + tag(node)
              + " into "
              + goType(key.type())
              + " at "
              + path);
    }
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      ConfigKeys.Key child = key.child(key.type().equals("map") ? "{}" : entry.getKey(), minor);
      if (child != null) {
        checkTypes(entry.getValue(), child, path + "." + entry.getKey());
      }
    }
    ConfigKeys.Key element = key.child("[]", minor);
    if (node.isArray() && element != null) {
      node.forEach(item -> checkTypes(item, element, path + "[]"));
    }
  }

  private boolean fits(JsonNode node, String type, String path) {
    return switch (type) {
      case "document", "object", "map" -> node.isObject();
      case "list" -> node.isArray();
      case "boolean" -> node.isBoolean();
      case "integer" -> node.isIntegralNumber() || isOctal(node);
      case "number" -> node.isNumber();
      default -> node.isValueNode() || (path.contains(".extraArgs.") && minor >= 13);
    };
  }

  /** A number to Talos' reader, a text to this one, which is of YAML 1.1. */
  private static boolean isOctal(JsonNode node) {
    return node.isTextual() && node.textValue().matches("0o[0-7]+");
  }

  private static String tag(JsonNode node) {
    if (node.isObject()) {
      return "!!map";
    }
    if (node.isArray()) {
      return "!!seq";
    }
    return (node.isNumber() ? "!!int" : node.isBoolean() ? "!!bool" : "!!str")
        + " `"
        + node.asText()
        + "`";
  }

  private static String goType(String type) {
    return switch (type) {
      case "boolean" -> "bool";
      case "integer" -> "int";
      case "number" -> "float64";
      case "list" -> "[]string";
      case "map" -> "map[string]string";
      default -> type;
    };
  }
}
