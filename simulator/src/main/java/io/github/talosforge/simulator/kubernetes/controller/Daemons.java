package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import java.util.List;
import java.util.Random;

/** Keeps one pod of each daemon set on each node that it fits. */
final class Daemons {
  private final ObjectStore store;
  private final Random chance;

  Daemons(ObjectStore store, Random chance) {
    this.store = store;
    this.chance = chance;
  }

  void run() {
    List<ObjectNode> nodes = store.list(Kind.NODE, null);
    store.list(Kind.DAEMON_SET, null).forEach(set -> run(set, nodes));
  }

  private void run(ObjectNode set, List<ObjectNode> nodes) {
    List<ObjectNode> pods =
        store.list(Kind.POD, set.at("/metadata/namespace").asText()).stream()
            .filter(pod -> Pods.isOwnedBy(pod, set) && !Pods.isEnding(pod))
            .toList();
    int wanted = 0;
    for (ObjectNode node : nodes) {
      String name = node.at("/metadata/name").asText();
      ObjectNode draft = draft(set, name);
      boolean fits = Taints.allow(draft.path("spec"), node);
      wanted += fits ? 1 : 0;
      if (fits && pods.stream().noneMatch(pod -> Pods.node(pod).equals(name))) {
        store.create(Kind.POD, draft);
      }
    }
    report(set, wanted, pods);
  }

  private ObjectNode draft(ObjectNode set, String node) {
    ObjectNode pod = Workloads.pod(set, chance);
    pod.withObject("/spec").put("nodeName", node);
    Taints.tolerateAsDaemon(pod.withObject("/spec"));
    return pod;
  }

  private void report(ObjectNode set, int wanted, List<ObjectNode> pods) {
    long ready = pods.stream().filter(Pods::isReady).count();
    set.withObject("/status")
        .put("currentNumberScheduled", pods.size())
        .put("desiredNumberScheduled", wanted)
        .put("numberAvailable", ready)
        .put("numberMisscheduled", Math.max(0, pods.size() - wanted))
        .put("numberReady", ready)
        .put("numberUnavailable", Math.max(0, wanted - ready))
        .put("observedGeneration", set.at("/metadata/generation").asLong())
        .put("updatedNumberScheduled", pods.size());
    store.update(Kind.DAEMON_SET, set);
  }
}
