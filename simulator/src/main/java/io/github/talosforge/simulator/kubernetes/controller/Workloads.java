package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import java.util.List;
import java.util.Random;

/** Keeps as many pods as deployments and replica sets ask for. */
final class Workloads {
  private static final String HASH = "pod-template-hash";

  private final ObjectStore store;
  private final Random chance;

  Workloads(ObjectStore store, Random chance) {
    this.store = store;
    this.chance = chance;
  }

  void run() {
    store.list(Kind.DEPLOYMENT, null).forEach(this::deployment);
    store.list(Kind.REPLICA_SET, null).forEach(this::replicaSet);
    store.list(Kind.DEPLOYMENT, null).forEach(this::report);
  }

  private void deployment(ObjectNode deployment) {
    JsonNode template = deployment.path("spec").path("template");
    String hash = hash(template);
    String name = deployment.at("/metadata/name").asText() + "-" + hash;
    String namespace = deployment.at("/metadata/namespace").asText();
    int replicas = deployment.path("spec").path("replicas").asInt(1);
    if (store.find(Kind.REPLICA_SET, namespace, name).isEmpty()) {
      store.create(Kind.REPLICA_SET, replicaSet(deployment, name, hash));
    }
    for (ObjectNode set : store.list(Kind.REPLICA_SET, namespace)) {
      if (Pods.isOwnedBy(set, deployment)) {
        boolean current = set.at("/metadata/name").asText().equals(name);
        set.withObject("/spec").put("replicas", current ? replicas : 0);
        store.update(Kind.REPLICA_SET, set);
      }
    }
  }

  private static ObjectNode replicaSet(ObjectNode deployment, String name, String hash) {
    ObjectNode set = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = set.putObject("metadata");
    metadata.put("name", name).put("namespace", deployment.at("/metadata/namespace").asText());
    JsonNode labels = deployment.at("/spec/template/metadata/labels");
    metadata.set("labels", labelled(labels, hash));
    Pods.own(set, deployment);
    ObjectNode spec = set.putObject("spec");
    ObjectNode selector = (ObjectNode) deployment.path("spec").path("selector").deepCopy();
    selector.withObject("/matchLabels").put(HASH, hash);
    spec.set("selector", selector);
    ObjectNode template = (ObjectNode) deployment.path("spec").path("template").deepCopy();
    template.withObject("/metadata").set("labels", labelled(labels, hash));
    spec.set("template", template);
    return set;
  }

  private static JsonNode labelled(JsonNode labels, String hash) {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    labels.properties().forEach(label -> all.set(label.getKey(), label.getValue()));
    return all.put(HASH, hash);
  }

  /** The same for equal templates, and in the letters of the real one. */
  private static String hash(JsonNode template) {
    return Pods.suffix(new Random(template.toString().hashCode()), 10);
  }

  private void replicaSet(ObjectNode set) {
    String namespace = set.at("/metadata/namespace").asText();
    List<ObjectNode> pods =
        store.list(Kind.POD, namespace).stream()
            .filter(pod -> Pods.isOwnedBy(pod, set) && !Pods.isEnding(pod))
            .toList();
    int wanted = set.path("spec").path("replicas").asInt(1);
    for (int i = pods.size(); i < wanted; i++) {
      store.create(Kind.POD, pod(set, chance));
    }
    for (int i = wanted; i < pods.size(); i++) {
      Pods.end(store, pods.get(i), -1);
    }
    long ready = pods.stream().filter(Pods::isReady).count();
    set.withObject("/status")
        .put("replicas", Math.max(pods.size(), wanted))
        .put("fullyLabeledReplicas", pods.size())
        .put("readyReplicas", ready)
        .put("availableReplicas", ready)
        .put("observedGeneration", set.at("/metadata/generation").asLong());
    store.update(Kind.REPLICA_SET, set);
  }

  /** A pod of a workload, not yet on a node. */
  static ObjectNode pod(ObjectNode owner, Random chance) {
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    String prefix = owner.at("/metadata/name").asText() + "-";
    ObjectNode metadata = pod.putObject("metadata");
    metadata
        .put("name", prefix + Pods.suffix(chance, 5))
        .put("generateName", prefix)
        .put("namespace", owner.at("/metadata/namespace").asText());
    JsonNode template = owner.path("spec").path("template");
    metadata.set("labels", template.path("metadata").path("labels").deepCopy());
    Pods.own(pod, owner);
    pod.set("spec", template.path("spec").deepCopy());
    pod.putObject("status").put("phase", "Pending");
    return pod;
  }

  private void report(ObjectNode deployment) {
    String namespace = deployment.at("/metadata/namespace").asText();
    int wanted = deployment.path("spec").path("replicas").asInt(1);
    int present = 0;
    int ready = 0;
    for (ObjectNode set : store.list(Kind.REPLICA_SET, namespace)) {
      if (Pods.isOwnedBy(set, deployment)) {
        present += set.path("status").path("replicas").asInt();
        ready += set.path("status").path("readyReplicas").asInt();
      }
    }
    deployment
        .withObject("/status")
        .put("observedGeneration", deployment.at("/metadata/generation").asLong())
        .put("replicas", present)
        .put("updatedReplicas", Math.min(present, wanted))
        .put("readyReplicas", ready)
        .put("availableReplicas", ready)
        .put("unavailableReplicas", Math.max(0, wanted - ready));
    conditions(deployment, (ready >= wanted - 1 && ready > 0) || wanted == 0);
    store.update(Kind.DEPLOYMENT, deployment);
  }

  private void conditions(ObjectNode deployment, boolean available) {
    String now = store.timestamp();
    Conditions.set(
        deployment,
        "Available",
        available ? "True" : "False",
        available ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
        "Deployment " + (available ? "has" : "does not have") + " minimum availability.",
        now);
    Conditions.set(deployment, "Progressing", "True", "NewReplicaSetAvailable", "", now);
  }
}
