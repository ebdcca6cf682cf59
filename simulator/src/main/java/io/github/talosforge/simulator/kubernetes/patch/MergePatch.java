package io.github.talosforge.simulator.kubernetes.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A patch that looks like the object: null removes, lists replace (RFC 7386). */
public final class MergePatch {
  private MergePatch() {}

  /**
   * Applies a patch.
   *
   * @param target what is patched; stays as it is
   * @param patch the patch
   * @return the result
   */
  public static JsonNode apply(JsonNode target, JsonNode patch) {
    if (!patch.isObject()) {
      return patch.deepCopy();
    }
    ObjectNode result =
        target.isObject() ? (ObjectNode) target.deepCopy() : JsonNodeFactory.instance.objectNode();
    for (var field : patch.properties()) {
      if (field.getValue().isNull()) {
        result.remove(field.getKey());
      } else {
        result.set(field.getKey(), apply(result.path(field.getKey()), field.getValue()));
      }
    }
    return result;
  }
}
