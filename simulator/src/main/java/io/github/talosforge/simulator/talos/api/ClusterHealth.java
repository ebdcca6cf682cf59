package io.github.talosforge.simulator.talos.api;

import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.NodeServices;
import io.github.talosforge.simulator.talos.Stage;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.talos.protocol.cluster.HealthCheckRequest;
import io.github.talosforge.simulator.talos.resource.NodeResources;
import io.github.talosforge.simulator.talos.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The checks of a cluster's health, in Talos' order and words. */
final class ClusterHealth {
  private static final long CONTROL_PLANE_MEMORY = (1848L - 150) << 20;
  private static final long WORKER_MEMORY = (1024L - 150) << 20;
  private static final long LEAST_DISK = 6L << 30;

  private final Talos talos;
  private final Machine machine;
  private final HealthCheckRequest request;
  private final NodeServices services;
  private final NodeResources resources;

  /**
   * A check.
   *
   * @param name what is waited for
   * @param problem what is wrong; empty when nothing is
   */
  record Check(String name, Supplier<String> problem) {}

  ClusterHealth(Talos talos, Machine machine, HealthCheckRequest request) {
    this.talos = talos;
    this.machine = machine;
    this.request = request;
    services = new NodeServices(talos);
    resources = new NodeResources(talos);
  }

  List<Check> checks() {
    return List.of(
        new Check("etcd to be healthy", () -> each(controlPlanes(), m -> runs(m, "etcd"))),
        new Check(
            "etcd members to be consistent across nodes",
            () -> each(controlPlanes(), this::consistent)),
        new Check(
            "etcd members to be control plane nodes",
            () -> each(controlPlanes(), m -> talos.etcdOf(m).isPresent() ? "" : "no etcd member")),
        new Check(
            "apid to be ready", () -> each(nodes(), m -> m.hasSecureApi() ? "" : "not ready")),
        new Check("all nodes memory sizes", () -> each(nodes(), this::memory)),
        new Check("all nodes disk sizes", () -> each(nodes(), this::disk)),
        new Check("no diagnostics", () -> each(nodes(), this::diagnostics)),
        new Check("kubelet to be healthy", () -> each(nodes(), m -> runs(m, "kubelet"))),
        new Check(
            "all nodes to finish boot sequence",
            () ->
                each(nodes(), m -> m.stage() == Stage.RUNNING ? "" : "stage " + m.stage().text())),
        new Check(
            "all k8s nodes to report",
            () -> each(nodes(), m -> m.kubernetes() != null ? "" : "not found in Kubernetes")),
        new Check(
            "all control plane static pods to be running",
            () -> each(controlPlanes(), this::staticPods)),
        new Check(
            "all control plane components to be ready",
            () -> each(controlPlanes(), m -> talos.hasQuorum(m) ? "" : "not ready")),
        new Check("all k8s nodes to report ready", () -> each(nodes(), this::ready)),
        new Check("kube-proxy to report ready", () -> ""),
        new Check("coredns to report ready", () -> ""),
        new Check("all k8s nodes to report schedulable", () -> ""));
  }

  /** The nodes that the caller names, or else those that discovery finds. */
  private List<Optional<Machine>> members(boolean controlPlane) {
    List<String> named =
        controlPlane
            ? request.getClusterInfo().getControlPlaneNodesList()
            : request.getClusterInfo().getWorkerNodesList();
    boolean anyNamed =
        request.getClusterInfo().getControlPlaneNodesCount() > 0
            || request.getClusterInfo().getWorkerNodesCount() > 0;
    if (anyNamed) {
      return named.stream().map(talos::at).toList();
    }
    String token = machine.config().map(c -> c.machineToken()).orElse("");
    Predicate<Machine> same =
        m -> m.config().filter(c -> c.machineToken().equals(token)).isPresent();
    return talos.machines().stream()
        .filter(same)
        .filter(m -> m.isControlPlane() == controlPlane)
        .map(Optional::of)
        .toList();
  }

  private List<Optional<Machine>> controlPlanes() {
    return members(true);
  }

  private List<Optional<Machine>> nodes() {
    return Stream.concat(members(true).stream(), members(false).stream()).toList();
  }

  private String each(List<Optional<Machine>> machines, Function<Machine, String> check) {
    List<String> problems = new ArrayList<>();
    for (Optional<Machine> found : machines) {
      String problem = found.map(check).orElse("node does not answer");
      if (!problem.isEmpty()) {
        problems.add(found.map(m -> talos.network().address(m) + ": ").orElse("") + problem);
      }
    }
    return String.join(", ", problems);
  }

  private String runs(Machine node, String id) {
    return services.list(node).stream()
        .filter(service -> service.id().equals(id))
        .filter(service -> service.isRunning() && service.healthy())
        .findFirst()
        .map(service -> "")
        .orElse("service \"" + id + "\" not in expected state \"Running\"");
  }

  private String consistent(Machine node) {
    return talos.etcdOf(node).map(e -> e.id()).equals(talos.etcdOf(machine).map(e -> e.id()))
        ? ""
        : "etcd member lists differ";
  }

  private String memory(Machine node) {
    long wanted = node.isControlPlane() ? CONTROL_PLANE_MEMORY : WORKER_MEMORY;
    long has = talos.network().memory(node);
    return has >= wanted ? "" : "expected at least " + (wanted >> 20) + " MiB, got " + (has >> 20);
  }

  private String disk(Machine node) {
    long size = talos.disks().holding(node, "EPHEMERAL").map(d -> d.volume().size()).orElse(0L);
    return size >= LEAST_DISK ? "" : "ephemeral disk data is too small: " + (size >> 20) + " MiB";
  }

  private String diagnostics(Machine node) {
    return resources.list(node, ResourceType.DIAGNOSTIC).isEmpty() ? "" : "active diagnostics";
  }

  private String staticPods(Machine node) {
    return resources.list(node, ResourceType.STATIC_POD_STATUS).size() == 3
        ? ""
        : "missing static pods";
  }

  private String ready(Machine node) {
    return talos.clusters().stream()
            .flatMap(cluster -> cluster.nodes().stream())
            .anyMatch(n -> n.vmid() == node.vmid() && n.running())
        ? ""
        : "node is not ready";
  }
}
