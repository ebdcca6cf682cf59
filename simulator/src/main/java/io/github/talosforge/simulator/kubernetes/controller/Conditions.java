package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/** The conditions in an object's status. */
final class Conditions {
  private Conditions() {}

  static String status(JsonNode object, String type) {
    for (JsonNode condition : object.path("status").path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText();
      }
    }
    return "";
  }

  static boolean isTrue(JsonNode object, String type) {
    return status(object, type).equals("True");
  }

  /** Sets a condition; its time of transition moves only when its status does. */
  static void set(
      ObjectNode object, String type, String status, String reason, String text, String now) {
    ObjectNode condition = find(object, type);
    boolean changed = !condition.path("status").asText().equals(status);
    boolean differs =
        changed
            || !Objects.equals(condition.path("reason").asText(), reason)
            || !Objects.equals(condition.path("message").asText(), text);
    if (!differs) {
      return;
    }
    condition.put("status", status);
    if (object.path("kind").asText().equals("Node")) {
      condition.put("lastHeartbeatTime", now);
    }
    if (changed) {
      condition.put("lastTransitionTime", now);
    }
    put(condition, "reason", reason);
    put(condition, "message", text);
  }

  private static void put(ObjectNode condition, String field, String text) {
    if (text.isEmpty()) {
      condition.remove(field);
    } else {
      condition.put(field, text);
    }
  }

  private static ObjectNode find(ObjectNode object, String type) {
    var conditions = object.withObject("/status").withArrayProperty("conditions");
    for (JsonNode condition : conditions) {
      if (condition.path("type").asText().equals(type) && condition instanceof ObjectNode found) {
        return found;
      }
    }
    return conditions.addObject().put("type", type);
  }
}
