package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import java.util.Collections;
import java.util.Comparator;

/** Writes down what happened to nodes; the oldest entries make room. */
final class Events {
  private static final int MOST = 200;

  private final ObjectStore store;

  Events(ObjectStore store) {
    this.store = store;
  }

  void node(JsonNode node, String reason, String message, String source) {
    String name = node.path("metadata").path("name").asText();
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event
        .putObject("metadata")
        .put("name", name + "." + Long.toHexString(store.revision()))
        .put("namespace", "default");
    event.putObject("involvedObject").put("kind", "Node").put("name", name).put("uid", name);
    event.put("reason", reason).put("message", message).put("type", "Normal").put("count", 1);
    event.put("firstTimestamp", store.timestamp()).put("lastTimestamp", store.timestamp());
    event.putObject("source").put("component", source);
    var old = store.list(Kind.EVENT, "default");
    if (old.size() >= MOST) {
      store.delete(
          Kind.EVENT,
          Collections.min(old, Comparator.comparing(seen -> seen.path("lastTimestamp").asText())));
    }
    store.create(Kind.EVENT, event);
  }
}
