package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What keeps pods away from a node, and which pods do not mind. */
final class Taints {
  static final String CONTROL_PLANE = "node-role.kubernetes.io/control-plane";
  static final String NOT_READY = "node.kubernetes.io/not-ready";
  static final String UNREACHABLE = "node.kubernetes.io/unreachable";
  static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
  private static final List<String> TOLERATED_BY_DAEMONS =
      List.of(
          NOT_READY,
          UNREACHABLE,
          "node.kubernetes.io/disk-pressure",
          "node.kubernetes.io/memory-pressure",
          "node.kubernetes.io/pid-pressure",
          UNSCHEDULABLE);

  private Taints() {}

  /** Adds or removes a taint. */
  static void set(ObjectNode node, String key, String effect, boolean present) {
    ObjectNode spec = node.withObject("/spec");
    ArrayNode kept = JsonNodeFactory.instance.arrayNode();
    boolean found = false;
    for (JsonNode taint : spec.path("taints")) {
      boolean same =
          taint.path("key").asText().equals(key) && taint.path("effect").asText().equals(effect);
      found |= same;
      if (!same || present) {
        kept.add(taint);
      }
    }
    if (present && !found) {
      kept.addObject().put("key", key).put("effect", effect);
    }
    if (kept.isEmpty()) {
      spec.remove("taints");
    } else {
      spec.set("taints", kept);
    }
  }

  /** Adds a taint as machine configs write it: the effect, or value and effect. */
  static void add(ObjectNode node, String key, String text) {
    int colon = text.lastIndexOf(':');
    ObjectNode taint = node.withObject("/spec").withArrayProperty("taints").addObject();
    taint.put("key", key);
    if (colon > 0) {
      taint.put("value", text.substring(0, colon));
    }
    taint.put("effect", text.substring(colon + 1));
  }

  /** Whether a pod may be put on a node. */
  static boolean allow(JsonNode podSpec, JsonNode node) {
    for (JsonNode taint : node.path("spec").path("taints")) {
      String effect = taint.path("effect").asText();
      if (!effect.equals("PreferNoSchedule") && !isTolerated(podSpec, taint)) {
        return false;
      }
    }
    return selects(podSpec, node);
  }

  /** Whether a pod's node selector names a node. */
  private static boolean selects(JsonNode podSpec, JsonNode node) {
    JsonNode labels = node.path("metadata").path("labels");
    for (var wanted : podSpec.path("nodeSelector").properties()) {
      if (!wanted.getValue().equals(labels.path(wanted.getKey()))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isTolerated(JsonNode podSpec, JsonNode taint) {
    for (JsonNode toleration : podSpec.path("tolerations")) {
      String effect = toleration.path("effect").asText();
      String key = toleration.path("key").asText();
      boolean exists = toleration.path("operator").asText().equals("Exists");
      if ((effect.isEmpty() || effect.equals(taint.path("effect").asText()))
          && (key.isEmpty() ? exists : key.equals(taint.path("key").asText()))
          && (exists || toleration.path("value").asText().equals(taint.path("value").asText()))) {
        return true;
      }
    }
    return false;
  }

  /** Lets the pods of a daemon set stay on nodes that others leave. */
  static void tolerateAsDaemon(ObjectNode podSpec) {
    ArrayNode tolerations = podSpec.withArrayProperty("tolerations");
    for (String key : TOLERATED_BY_DAEMONS) {
      boolean execute = key.equals(NOT_READY) || key.equals(UNREACHABLE);
      tolerations
          .addObject()
          .put("key", key)
          .put("operator", "Exists")
          .put("effect", execute ? "NoExecute" : "NoSchedule");
    }
  }
}
