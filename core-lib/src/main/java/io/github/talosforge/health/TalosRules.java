package io.github.talosforge.health;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.talosforge.talos.EtcdAlarm;
import io.github.talosforge.talos.MachineStatus;
import io.github.talosforge.talos.ServiceState;
import io.github.talosforge.talos.TalosResource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The checks that need Talos only. */
final class TalosRules {
  private static final YAMLMapper MAPPER = new YAMLMapper();
  private static final long MEBIBYTE = 1024L * 1024;
  private static final long GIBIBYTE = 1024 * MEBIBYTE;

  /** What firmware and kernel take away before a machine counts its memory. */
  private static final long MEMORY_TOLERANCE = 150 * MEBIBYTE;

  private static final long CONTROL_PLANE_MEMORY = 1848 * MEBIBYTE;
  private static final long WORKER_MEMORY = 1024 * MEBIBYTE;
  private static final long SMALLEST_DISK = 6 * GIBIBYTE;

  private final List<NodeFacts> nodes;
  private final List<NodeFacts> controlPlanes;
  private final Known<List<EtcdAlarm>> alarms;
  private final boolean networked;

  TalosRules(List<NodeFacts> nodes, Known<List<EtcdAlarm>> alarms, boolean networked) {
    this.nodes = nodes;
    this.alarms = alarms;
    this.networked = networked;
    this.controlPlanes = nodes.stream().filter(each -> each.node().isControlPlane()).toList();
  }

  List<CheckResult> results() {
    EtcdRules etcd = new EtcdRules(controlPlanes, alarms);
    return List.of(
        etcd.healthy(),
        etcd.consistent(),
        etcd.members(),
        apiReady(),
        memory(),
        disk(),
        diagnostics(),
        kubelet(),
        booted());
  }

  private CheckResult kubelet() {
    Verdicts verdicts = new Verdicts(HealthCheck.KUBELET);
    for (NodeFacts each : controlPlanes) {
      verdicts.judge(name(each), each.services(), services -> complaint(services, "kubelet"));
    }
    return verdicts.result();
  }

  static String complaint(List<ServiceState> services, String id) {
    return services.stream()
        .filter(service -> service.id().equals(id))
        .findFirst()
        .map(
            service ->
                service.isRunningAndHealthy()
                    ? ""
                    : (id + " is " + service.state() + ", " + service.message()).strip())
        .orElse(id + " is not there yet");
  }

  private CheckResult apiReady() {
    Verdicts verdicts = new Verdicts(HealthCheck.API_READY);
    nodes.forEach(each -> verdicts.judge(name(each), each.version(), version -> ""));
    return verdicts.result();
  }

  private CheckResult memory() {
    Verdicts verdicts = new Verdicts(HealthCheck.MEMORY);
    if (isContainer()) {
      return verdicts.skipped("the nodes are containers");
    }
    for (NodeFacts each : nodes) {
      long least = each.node().isControlPlane() ? CONTROL_PLANE_MEMORY : WORKER_MEMORY;
      verdicts.judge(
          name(each),
          each.memoryBytes(),
          bytes ->
              bytes >= least - MEMORY_TOLERANCE
                  ? ""
                  : bytes / MEBIBYTE + " MiB, needed are " + least / MEBIBYTE + " MiB");
    }
    return verdicts.result();
  }

  private boolean isContainer() {
    return nodes.stream()
        .flatMap(each -> each.version().value().stream())
        .anyMatch(version -> version.mode().equals("container"));
  }

  private CheckResult disk() {
    Verdicts verdicts = new Verdicts(HealthCheck.DISK);
    if (isContainer()) {
      return verdicts.skipped("the nodes are containers");
    }
    for (NodeFacts each : nodes) {
      verdicts.judge(
          name(each),
          each.ephemeral(),
          volume -> volume.map(TalosRules::diskComplaint).orElse("has no volume EPHEMERAL yet"));
    }
    return verdicts.result();
  }

  private static String diskComplaint(TalosResource volume) {
    long bytes = tree(volume).path("size").asLong();
    return bytes >= SMALLEST_DISK
        ? ""
        : "the volume EPHEMERAL has " + bytes / MEBIBYTE + " MiB, needed are 6 GiB";
  }

  private CheckResult diagnostics() {
    Verdicts verdicts = new Verdicts(HealthCheck.DIAGNOSTICS);
    for (NodeFacts each : nodes) {
      verdicts.judge(
          name(each),
          each.diagnostics(),
          problems ->
              problems.stream()
                  .map(problem -> problem.id() + " " + tree(problem).path("message").asText())
                  .collect(Collectors.joining("; ")));
    }
    return verdicts.result();
  }

  private CheckResult booted() {
    Verdicts verdicts = new Verdicts(HealthCheck.BOOTED);
    // Without a pod network, no Node is ready; a check of its own says so.
    Set<String> excused = networked ? Set.of() : Set.of(MachineStatus.NODE_READY);
    for (NodeFacts each : nodes) {
      verdicts.judge(
          name(each), each.status(), status -> status.isWell(excused) ? "" : "is " + status);
    }
    return verdicts.result();
  }

  static String name(NodeFacts facts) {
    return facts.node().name().value();
  }

  static JsonNode tree(TalosResource resource) {
    try {
      return MAPPER.readTree(resource.yaml());
    } catch (JsonProcessingException e) {
      return MAPPER.missingNode();
    }
  }
}
