package io.github.talosforge.simulator.kubernetes.controller;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.talosforge.simulator.kubernetes.object.Kind;
import io.github.talosforge.simulator.kubernetes.object.ObjectStore;
import io.github.talosforge.simulator.talos.ClusterNode;
import io.github.talosforge.simulator.talos.FormedCluster;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the kubelets of the running nodes do: register, renew their lease, run static pods. */
final class Kubelets {
  private static final String NOTES = "kubelets/";
  private static final String LEASES = "kube-node-lease";
  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final Duration RENEWAL = Duration.ofSeconds(10);
  private static final String NO_NETWORK =
      "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady"
          + " message:Network plugin returns error: cni plugin not initialized";

  private final ObjectStore store;
  private final Events events;

  Kubelets(ObjectStore store, Events events) {
    this.store = store;
    this.events = events;
  }

  void run(FormedCluster cluster) {
    for (ClusterNode kubelet : cluster.nodes()) {
      if (kubelet.running()) {
        register(cluster, kubelet);
        store
            .find(Kind.NODE, null, kubelet.hostname())
            .ifPresent(node -> serve(cluster, kubelet, node));
      }
    }
  }

  /** Once for each boot: a kubelet whose Node was deleted does not make it again by itself. */
  private void register(FormedCluster cluster, ClusterNode kubelet) {
    String note = NOTES + kubelet.hostname();
    if (store.note(note).equals(kubelet.bootId())) {
      return;
    }
    store.note(note, kubelet.bootId());
    if (store.find(Kind.NODE, null, kubelet.hostname()).isEmpty()) {
      ObjectNode node = store.create(Kind.NODE, draft(cluster, kubelet));
      String text = "Node " + kubelet.hostname() + " event: Registered Node in Controller";
      events.node(node, "RegisteredNode", text, "node-controller");
    }
  }

  /** Lets a node register again, even without another boot. */
  void forget(String name) {
    store.note(NOTES + name, "");
  }

  private ObjectNode draft(FormedCluster cluster, ClusterNode kubelet) {
    ObjectNode node = Manifests.node(cluster);
    ObjectNode labels =
        node.withObject("/metadata").put("name", kubelet.hostname()).withObject("/labels");
    labels.put("kubernetes.io/hostname", kubelet.hostname());
    cluster.nodeLabels(kubelet.hostname()).forEach(labels::put);
    cluster.nodeTaints(kubelet.hostname()).forEach((key, text) -> Taints.add(node, key, text));
    if (kubelet.controlPlane()) {
      labels.put(Taints.CONTROL_PLANE, "");
      if (!cluster.schedulesOnControlPlanes()) {
        Taints.set(node, Taints.CONTROL_PLANE, "NoSchedule", true);
      }
    }
    String range = freeRange();
    node.withObject("/spec").put("podCIDR", range).putArray("podCIDRs").add(range);
    return node;
  }

  private String freeRange() {
    Set<String> taken = new TreeSet<>();
    store.list(Kind.NODE, null).forEach(node -> taken.add(node.at("/spec/podCIDR").asText()));
    int number = 0;
    while (taken.contains(range(number))) {
      number++;
    }
    return range(number);
  }

  private static String range(int number) {
    return "10.244." + number + ".0/24";
  }

  private void serve(FormedCluster cluster, ClusterNode kubelet, ObjectNode node) {
    renewLease(node);
    if (kubelet.controlPlane()) {
      mirrorStaticPods(cluster, node);
    }
    describe(kubelet, node);
    boolean wasReady = Conditions.isTrue(node, "Ready");
    boolean network = hasNetwork(cluster, kubelet.hostname());
    conditions(node, network);
    store.update(Kind.NODE, node);
    if (network && !wasReady) {
      String text = "Node " + kubelet.hostname() + " status is now: NodeReady";
      events.node(node, "NodeReady", text, "kubelet");
    }
  }

  private void conditions(ObjectNode node, boolean network) {
    String now = store.timestamp();
    for (String resource : List.of("Memory", "Disk", "PID")) {
      String reason = "KubeletHas" + (resource.equals("Disk") ? "No" : "Sufficient") + resource;
      String text =
          resource.equals("Disk")
              ? "kubelet has no disk pressure"
              : "kubelet has sufficient " + resource + " available";
      Conditions.set(node, resource + "Pressure", "False", reason, text, now);
    }
    if (network) {
      Conditions.set(node, "Ready", "True", "KubeletReady", "kubelet is posting ready status", now);
    } else {
      Conditions.set(node, "Ready", "False", "KubeletNotReady", NO_NETWORK, now);
    }
  }

  /** A network is there once something that brings its configuration runs on the node. */
  private boolean hasNetwork(FormedCluster cluster, String node) {
    return cluster.cni().equals("custom")
        || store.has(
            Kind.POD,
            pod -> Pods.node(pod).equals(node) && Pods.isReady(pod) && bringsNetwork(pod));
  }

  private static boolean bringsNetwork(JsonNode pod) {
    for (JsonNode volume : pod.path("spec").path("volumes")) {
      if (volume.path("hostPath").path("path").asText().startsWith("/etc/cni/net.d")) {
        return true;
      }
    }
    return false;
  }

  private void renewLease(ObjectNode node) {
    String name = node.path("metadata").path("name").asText();
    Instant now = store.now();
    ObjectNode lease = store.find(Kind.LEASE, LEASES, name).orElse(null);
    if (lease != null && now.isBefore(renewed(lease).plus(RENEWAL))) {
      return;
    }
    ObjectNode renewal = lease == null ? JsonNodeFactory.instance.objectNode() : lease;
    renewal.withObject("/metadata").put("name", name).put("namespace", LEASES);
    Pods.own(renewal, node);
    renewal
        .withObject("/spec")
        .put("holderIdentity", name)
        .put("leaseDurationSeconds", 40)
        .put("renewTime", microseconds(now));
    if (lease == null) {
      store.create(Kind.LEASE, renewal);
    } else {
      store.update(Kind.LEASE, renewal);
    }
  }

  /** Leases carry exactly six digits after the second. */
  private static String microseconds(Instant time) {
    return MICROSECONDS.format(time);
  }

  static Instant renewed(JsonNode lease) {
    return Instant.parse(lease.path("spec").path("renewTime").asText("1970-01-01T00:00:00Z"));
  }

  private void mirrorStaticPods(FormedCluster cluster, ObjectNode node) {
    String name = node.path("metadata").path("name").asText();
    for (ObjectNode pod : Manifests.staticPods(cluster, name)) {
      String hash = Integer.toHexString(pod.hashCode());
      ObjectNode metadata = pod.withObject("/metadata");
      metadata
          .putObject("annotations")
          .put("kubernetes.io/config.hash", hash)
          .put("kubernetes.io/config.mirror", hash)
          .put("kubernetes.io/config.source", "file");
      Pods.own(pod, node);
      pod.withObject("/spec").put("nodeName", name);
      pod.withObject("/spec").putArray("tolerations").addObject().put("operator", "Exists");
      mirror(pod, metadata.path("name").asText());
    }
  }

  /** A static pod with another content, such as a new version, takes the place of the old one. */
  private void mirror(ObjectNode pod, String name) {
    ObjectNode old = store.find(Kind.POD, "kube-system", name).orElse(null);
    if (old != null
        && !old.path("spec").path("containers").equals(pod.path("spec").path("containers"))) {
      store.delete(Kind.POD, old);
      old = null;
    }
    if (old == null) {
      store.create(Kind.POD, pod);
    }
  }

  private static void describe(ClusterNode kubelet, ObjectNode node) {
    ObjectNode status = node.withObject("/status");
    var addresses = status.putArray("addresses");
    addresses.addObject().put("type", "InternalIP").put("address", kubelet.address());
    addresses.addObject().put("type", "Hostname").put("address", kubelet.hostname());
    status
        .putObject("nodeInfo")
        .put("architecture", "amd64")
        .put("bootID", kubelet.bootId())
        .put("containerRuntimeVersion", "containerd://2.1.6")
        .put("kernelVersion", "6.12.62-talos")
        .put("kubeProxyVersion", "")
        .put("kubeletVersion", kubelet.kubernetesVersion())
        .put("machineID", kubelet.systemUuid().replace("-", ""))
        .put("operatingSystem", "linux")
        .put("osImage", "Talos (" + kubelet.talosVersion() + ")")
        .put("systemUUID", kubelet.systemUuid());
  }
}
