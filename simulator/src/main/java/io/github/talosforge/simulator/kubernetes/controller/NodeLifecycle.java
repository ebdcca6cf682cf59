package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Notices kubelets that fell silent, keeps taints in step and clears up after deleted nodes. */
final class NodeLifecycle {
  private static final Duration SILENCE = Duration.ofSeconds(50);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final ObjectStore store;
  private final Events events;
  private final UnaryOperator<Duration> scale;

  NodeLifecycle(ObjectStore store, Events events, UnaryOperator<Duration> scale) {
    this.store = store;
    this.events = events;
    this.scale = scale;
  }

  void run(Set<String> alive) {
    Set<String> names = new HashSet<>();
    for (ObjectNode node : store.list(Kind.NODE, null)) {
      String name = node.path("metadata").path("name").asText();
      names.add(name);
      if (!alive.contains(name)) {
        silent(node, name);
      }
      taint(node);
      store.update(Kind.NODE, node);
    }
    clearUp(names);
  }

  private void silent(ObjectNode node, String name) {
    Instant heard =
        store
            .find(Kind.LEASE, "kube-node-lease", name)
            .map(Kubelets::renewed)
            .orElse(Instant.EPOCH);
    Instant now = store.now();
    if (now.isBefore(heard.plus(scale.apply(SILENCE)))) {
      return;
    }
    if (!Conditions.status(node, "Ready").equals("Unknown")) {
      String text = "Kubelet stopped posting node status.";
      Conditions.set(node, "Ready", "Unknown", "NodeStatusUnknown", text, store.timestamp());
      String told = "Node " + name + " status is now: NodeNotReady";
      events.node(node, "NodeNotReady", told, "node-controller");
    }
    boolean evict = !now.isBefore(heard.plus(scale.apply(SILENCE.plus(PATIENCE))));
    for (ObjectNode pod : store.list(Kind.POD, null)) {
      if (Pods.node(pod).equals(name)) {
        abandon(pod, evict);
      }
    }
  }

  private void abandon(ObjectNode pod, boolean evict) {
    if (Pods.isReady(pod)) {
      Conditions.set(pod, "Ready", "False", "NodeNotReady", "", store.timestamp());
      store.update(Kind.POD, pod);
    }
    if (evict && !Pods.isEnding(pod) && !staysOnDeadNodes(pod)) {
      Pods.end(store, store.get(Kind.POD, pod.at("/metadata/namespace").asText(), name(pod)), -1);
    }
  }

  /** Pods that nobody moves: those of daemons and of the node itself. */
  static boolean staysOnDeadNodes(JsonNode pod) {
    for (JsonNode owner : pod.path("metadata").path("ownerReferences")) {
      String kind = owner.path("kind").asText();
      if (kind.equals("DaemonSet") || kind.equals("Node")) {
        return true;
      }
    }
    return false;
  }

  private static String name(JsonNode object) {
    return object.path("metadata").path("name").asText();
  }

  private static void taint(ObjectNode node) {
    String ready = Conditions.status(node, "Ready");
    Taints.set(
        node, Taints.NOT_READY, "NoSchedule", !ready.equals("True") && !ready.equals("Unknown"));
    for (String effect : new String[] {"NoSchedule", "NoExecute"}) {
      Taints.set(node, Taints.UNREACHABLE, effect, ready.equals("Unknown"));
    }
    boolean cordoned = node.path("spec").path("unschedulable").asBoolean();
    Taints.set(node, Taints.UNSCHEDULABLE, "NoSchedule", cordoned);
  }

  /** Pods and leases of nodes that are no more. */
  private void clearUp(Set<String> names) {
    store
        .matching(Kind.POD, pod -> !Pods.node(pod).isEmpty() && !names.contains(Pods.node(pod)))
        .forEach(pod -> store.delete(Kind.POD, pod));
    for (ObjectNode lease : store.list(Kind.LEASE, "kube-node-lease")) {
      if (!names.contains(name(lease))) {
        store.delete(Kind.LEASE, lease);
      }
    }
  }
}
