package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds a node for each pod: the one with the fewest of the same workload, then of all. */
final class PodScheduler {
  private final ObjectStore store;

  PodScheduler(ObjectStore store) {
    this.store = store;
  }

  void run() {
    store
        .matching(Kind.POD, pod -> Pods.node(pod).isEmpty() && !Pods.isEnding(pod))
        .forEach(this::place);
  }

  private void place(ObjectNode pod) {
    List<ObjectNode> nodes = store.list(Kind.NODE, null);
    List<ObjectNode> pods = store.list(Kind.POD, null);
    Optional<String> best =
        nodes.stream()
            .filter(node -> Taints.allow(pod.path("spec"), node))
            .filter(node -> Conditions.isTrue(node, "Ready"))
            .map(node -> node.at("/metadata/name").asText())
            .min(
                Comparator.<String>comparingLong(name -> siblings(pods, pod, name))
                    .thenComparing(name -> onNode(pods, name)));
    String now = store.timestamp();
    if (best.isPresent()) {
      pod.withObject("/spec").put("nodeName", best.get());
      Conditions.set(pod, "PodScheduled", "True", "", "", now);
    } else {
      String text = "0/" + nodes.size() + " nodes are available: no node is ready and untainted.";
      pod.withObject("/status").put("phase", "Pending");
      Conditions.set(pod, "PodScheduled", "False", "Unschedulable", text, now);
    }
    store.update(Kind.POD, pod);
  }

  private static long siblings(List<ObjectNode> pods, JsonNode pod, String node) {
    JsonNode owner = pod.at("/metadata/ownerReferences/0/uid");
    return pods.stream()
        .filter(other -> Pods.node(other).equals(node))
        .filter(other -> !owner.isMissingNode())
        .filter(other -> other.at("/metadata/ownerReferences/0/uid").equals(owner))
        .count();
  }

  private static long onNode(List<ObjectNode> pods, String node) {
    return pods.stream().filter(other -> Pods.node(other).equals(node)).count();
  }
}
