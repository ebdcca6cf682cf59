package io.github.talosforge.simulator.kubernetes.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A patch that looks like the object, with lists that are merged by a key where Kubernetes says so.
 * Known are the lists of the simulated kinds; every other list is replaced.
 */
public final class StrategicMergePatch {
  private static final Map<String, String> MERGE_KEYS =
      Map.ofEntries(
          Map.entry("conditions", "type"),
          Map.entry("addresses", "type"),
          Map.entry("ownerReferences", "uid"),
          Map.entry("containers", "name"),
          Map.entry("initContainers", "name"),
          Map.entry("volumes", "name"),
          Map.entry("env", "name"),
          Map.entry("imagePullSecrets", "name"),
          Map.entry("volumeMounts", "mountPath"),
          Map.entry("ports", "containerPort"),
          Map.entry("hostAliases", "ip"));
  private static final Set<String> SETS = Set.of("finalizers", "podCIDRs");
  private static final String DIRECTIVE = "$patch";
  private static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList/";

  private StrategicMergePatch() {}

  /**
   * Applies a patch.
   *
   * @param target what is patched; stays as it is
   * @param patch the patch
   * @return the result
   */
  public static ObjectNode apply(ObjectNode target, JsonNode patch) {
    String directive = patch.path(DIRECTIVE).asText();
    ObjectNode result =
        directive.equals("replace") ? JsonNodeFactory.instance.objectNode() : target.deepCopy();
    for (var field : patch.properties()) {
      apply(result, field.getKey(), field.getValue());
    }
    return result;
  }

  private static void apply(ObjectNode result, String name, JsonNode value) {
    if (name.startsWith(DELETE_FROM_LIST)) {
      String list = name.substring(DELETE_FROM_LIST.length());
      result.set(list, without(result.path(list), value));
    } else if (name.startsWith("$")) {
      // The directives for order and for unions change nothing here.
      return;
    } else if (value.isNull() || value.path(DIRECTIVE).asText().equals("delete")) {
      result.remove(name);
    } else if (value.isObject()) {
      ObjectNode old =
          result.path(name) instanceof ObjectNode present
              ? present
              : JsonNodeFactory.instance.objectNode();
      result.set(name, apply(old, value));
    } else if (value.isArray()) {
      result.set(name, list(name, result.path(name), (ArrayNode) value));
    } else {
      result.set(name, value);
    }
  }

  private static ArrayNode list(String name, JsonNode old, ArrayNode patch) {
    String key = MERGE_KEYS.get(name);
    if (key != null && old.isArray()) {
      return merged((ArrayNode) old, patch, key);
    }
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    if (SETS.contains(name) && old.isArray()) {
      result.addAll((ArrayNode) old.deepCopy());
    }
    Set<JsonNode> present = new HashSet<>();
    result.forEach(present::add);
    for (JsonNode element : patch) {
      if (!element.has(DIRECTIVE) && (!SETS.contains(name) || present.add(element))) {
        result.add(element.deepCopy());
      }
    }
    return result;
  }

  private static ArrayNode merged(ArrayNode old, ArrayNode patch, String key) {
    ArrayNode result = old.deepCopy();
    for (JsonNode element : patch) {
      String directive = element.path(DIRECTIVE).asText();
      if (directive.equals("replace") && !element.has(key)) {
        result.removeAll();
        continue;
      }
      Integer index = indexOf(result, key, element.path(key));
      if (directive.equals("delete")) {
        remove(result, index);
      } else if (index == null) {
        result.add(element.deepCopy());
      } else {
        result.set(index, apply((ObjectNode) result.get(index), element));
      }
    }
    return result;
  }

  private static void remove(ArrayNode list, @Nullable Integer index) {
    if (index != null) {
      list.remove(index);
    }
  }

  private static @Nullable Integer indexOf(ArrayNode list, String key, JsonNode value) {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i).path(key).equals(value)) {
        return i;
      }
    }
    return null;
  }

  private static ArrayNode without(JsonNode list, JsonNode gone) {
    Set<JsonNode> removed = new HashSet<>();
    gone.forEach(removed::add);
    ArrayNode result = JsonNodeFactory.instance.arrayNode();
    list.forEach(
        element -> {
          if (!removed.contains(element)) {
            result.add(element.deepCopy());
          }
        });
    return result;
  }
}
