package io.github.talosforge.simulator.kubernetes.patch;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A list of operations, each on one place of the object (RFC 6902). */
public final class JsonPatch {
  private JsonPatch() {}

  /**
   * Applies a patch.
   *
   * @param target what is patched; stays as it is
   * @param patch the operations
   * @return the result
   * @throws IllegalArgumentException with a sentence when an operation cannot be done
   */
  public static JsonNode apply(JsonNode target, JsonNode patch) {
    JsonNode result = target.deepCopy();
    for (JsonNode operation : patch) {
      result = apply(result, operation.path("op").asText(), operation);
    }
    return result;
  }

  private static JsonNode apply(JsonNode document, String name, JsonNode operation) {
    JsonPointer path = pointer(operation, "path");
    return switch (name) {
      case "add" -> add(document, path, value(operation));
      case "remove" -> remove(document, path);
      case "replace" -> replace(document, path, value(operation));
      case "copy" -> add(document, path, at(document, pointer(operation, "from")).deepCopy());
      case "move" -> move(document, pointer(operation, "from"), path);
      case "test" -> test(document, path, value(operation));
      default -> throw new IllegalArgumentException("Unexpected kind: " + name);
    };
  }

  private static JsonPointer pointer(JsonNode operation, String field) {
    if (!operation.path(field).isTextual()) {
      throw new IllegalArgumentException("an operation of the patch has no '" + field + "'");
    }
    return JsonPointer.compile(operation.path(field).asText());
  }

  private static JsonNode value(JsonNode operation) {
    JsonNode value = operation.get("value");
    if (value == null) {
      throw new IllegalArgumentException("an operation of the patch has no 'value'");
    }
    return value.deepCopy();
  }

  private static JsonNode at(JsonNode document, JsonPointer path) {
    JsonNode found = document.at(path);
    if (found.isMissingNode()) {
      throw new IllegalArgumentException("the path '" + path + "' does not exist");
    }
    return found;
  }

  private static JsonNode add(JsonNode document, JsonPointer path, JsonNode value) {
    if (path.matches()) {
      return value;
    }
    JsonNode parent = at(document, path.head());
    String name = path.last().getMatchingProperty();
    if (parent instanceof ObjectNode object) {
      object.set(name, value);
    } else if (parent instanceof ArrayNode array) {
      array.insert(name.equals("-") ? array.size() : index(array, path, array.size()), value);
    } else {
      throw new IllegalArgumentException("the path '" + path + "' does not exist");
    }
    return document;
  }

  private static JsonNode remove(JsonNode document, JsonPointer path) {
    at(document, path);
    JsonNode parent = document.at(path.head());
    if (parent instanceof ObjectNode object) {
      object.remove(path.last().getMatchingProperty());
    } else if (parent instanceof ArrayNode array) {
      array.remove(index(array, path, array.size() - 1));
    }
    return document;
  }

  private static JsonNode replace(JsonNode document, JsonPointer path, JsonNode value) {
    if (path.matches()) {
      return value;
    }
    at(document, path);
    JsonNode parent = document.at(path.head());
    if (parent instanceof ArrayNode array) {
      array.set(index(array, path, array.size() - 1), value);
      return document;
    }
    return add(document, path, value);
  }

  private static JsonNode move(JsonNode document, JsonPointer from, JsonPointer to) {
    JsonNode moved = at(document, from).deepCopy();
    return add(remove(document, from), to, moved);
  }

  private static JsonNode test(JsonNode document, JsonPointer path, JsonNode value) {
    if (!document.at(path).equals(value)) {
      throw new IllegalArgumentException("testing value " + path + " failed");
    }
    return document;
  }

  private static int index(ArrayNode array, JsonPointer path, int most) {
    int index = path.last().getMatchingIndex();
    if (index < 0 || index > most) {
      throw new IllegalArgumentException(
          "the path '" + path + "' is outside of a list of " + array.size());
    }
    return index;
  }
}
