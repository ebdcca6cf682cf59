package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import io.github.talosforge.simulator.talos.ClusterNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Runs the pods of running nodes and ends those that were asked to end. */
final class PodRunner {
  private static final Duration ENDING = Duration.ofSeconds(2);
  private static final Duration STARTING = Duration.ofSeconds(5);

  private final ObjectStore store;
  private final UnaryOperator<Duration> scale;

  PodRunner(ObjectStore store, UnaryOperator<Duration> scale) {
    this.store = store;
    this.scale = scale;
  }

  void run(List<ClusterNode> running) {
    Map<String, ClusterNode> kubelets = new HashMap<>();
    running.forEach(kubelet -> kubelets.put(kubelet.hostname(), kubelet));
    List<ObjectNode> pods = store.list(Kind.POD, null);
    Set<String> addresses = new HashSet<>();
    pods.forEach(pod -> addresses.add(pod.path("status").path("podIP").asText()));
    for (ObjectNode pod : pods) {
      ClusterNode kubelet = kubelets.get(Pods.node(pod));
      if (kubelet == null) {
        continue;
      }
      if (Pods.isEnding(pod)) {
        end(pod);
      } else if (!Pods.isReady(pod)) {
        start(pod, kubelet, addresses);
      }
    }
  }

  private void end(ObjectNode pod) {
    if (!store.now().isBefore(Pods.asked(pod).plus(scale.apply(ENDING)))) {
      store.delete(Kind.POD, pod);
    }
  }

  private void start(ObjectNode pod, ClusterNode kubelet, Set<String> addresses) {
    boolean onHost = pod.path("spec").path("hostNetwork").asBoolean();
    ObjectNode node = store.find(Kind.NODE, null, kubelet.hostname()).orElse(null);
    if (node == null || (!onHost && (!Conditions.isTrue(node, "Ready") || isPulling(pod)))) {
      return;
    }
    String now = store.timestamp();
    ObjectNode status = pod.withObject("/status").put("phase", "Running");
    for (String condition : List.of("Initialized", "Ready", "ContainersReady", "PodScheduled")) {
      Conditions.set(pod, condition, "True", "", "", now);
    }
    if (!status.has("startTime")) {
      status.put("startTime", now).put("qosClass", "Burstable");
      String address =
          onHost ? kubelet.address() : free(node.at("/spec/podCIDR").asText(), addresses);
      status.put("hostIP", kubelet.address()).put("podIP", address);
      status.putArray("podIPs").addObject().put("ip", address);
    }
    containers(pod, status, now);
    store.update(Kind.POD, pod);
  }

  /** A new pod waits for its image; those of the host's network came with the node. */
  private boolean isPulling(JsonNode pod) {
    Instant made = Instant.parse(pod.at("/metadata/creationTimestamp").asText());
    return !pod.path("status").has("startTime")
        && store.now().isBefore(made.plus(scale.apply(STARTING)));
  }

  private static void containers(JsonNode pod, ObjectNode status, String now) {
    ArrayNode statuses = status.putArray("containerStatuses");
    for (JsonNode container : pod.path("spec").path("containers")) {
      ObjectNode entry = statuses.addObject();
      entry.put("name", container.path("name").asText()).put("ready", true).put("started", true);
      entry.put("image", container.path("image").asText()).put("imageID", "");
      entry.put("restartCount", 0);
      entry.putObject("state").putObject("running").put("startedAt", now);
    }
  }

  private static String free(String range, Set<String> taken) {
    String base = range.substring(0, range.lastIndexOf('.') + 1);
    int number = 2;
    while (!taken.add(base + number)) {
      number++;
    }
    return base + number;
  }
}
