package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Removes what belonged to something that is no more. */
final class GarbageCollector {
  private static final List<Kind> OWNERS =
      List.of(Kind.NODE, Kind.DEPLOYMENT, Kind.REPLICA_SET, Kind.DAEMON_SET);

  private final ObjectStore store;

  GarbageCollector(ObjectStore store) {
    this.store = store;
  }

  void run() {
    Set<String> owners = new HashSet<>();
    for (Kind kind : OWNERS) {
      store.list(kind, null).forEach(owner -> owners.add(owner.at("/metadata/uid").asText()));
    }
    for (ObjectNode set : store.list(Kind.REPLICA_SET, null)) {
      if (isOrphan(set, owners)) {
        store.delete(Kind.REPLICA_SET, set);
      }
    }
    store
        .matching(Kind.POD, pod -> isOrphan(pod, owners) && !Pods.isEnding(pod))
        .forEach(pod -> Pods.end(store, pod, -1));
  }

  private static boolean isOrphan(JsonNode object, Set<String> owners) {
    JsonNode references = object.path("metadata").path("ownerReferences");
    for (JsonNode reference : references) {
      if (owners.contains(reference.path("uid").asText())) {
        return false;
      }
    }
    return !references.isEmpty();
  }
}
