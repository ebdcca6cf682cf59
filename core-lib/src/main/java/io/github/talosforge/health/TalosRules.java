package io.github.talosforge.health;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.MachineStatus;
import io.github.talosforge.talos.ServiceState;
import io.github.talosforge.talos.TalosResource;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

  TalosRules(List<NodeFacts> nodes) {
    this.nodes = nodes;
    this.controlPlanes = nodes.stream().filter(each -> each.node().isControlPlane()).toList();
  }

  List<CheckResult> results() {
    return List.of(
        service(HealthCheck.ETCD_HEALTHY, "etcd"),
        etcdConsistent(),
        etcdMembers(),
        apiReady(),
        memory(),
        disk(),
        diagnostics(),
        service(HealthCheck.KUBELET, "kubelet"),
        booted());
  }

  private CheckResult service(HealthCheck check, String id) {
    Verdicts verdicts = new Verdicts(check);
    for (NodeFacts each : controlPlanes) {
      verdicts.judge(name(each), each.services(), services -> complaint(services, id));
    }
    return verdicts.result();
  }

  private static String complaint(List<ServiceState> services, String id) {
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

  private CheckResult etcdConsistent() {
    Verdicts verdicts = new Verdicts(HealthCheck.ETCD_CONSISTENT);
    Optional<Set<String>> first =
        controlPlanes.stream()
            .flatMap(each -> each.etcdMembers().value().stream())
            .map(TalosRules::described)
            .findFirst();
    for (NodeFacts each : controlPlanes) {
      verdicts.judge(
          name(each),
          each.etcdMembers(),
          members ->
              described(members).equals(first.orElseThrow())
                  ? ""
                  : "knows " + described(members) + " and not " + first.orElseThrow());
    }
    return verdicts.result();
  }

  private static Set<String> described(List<EtcdMember> members) {
    return members.stream()
        .map(
            member ->
                member.hostname()
                    + "/"
                    + Long.toHexString(member.id())
                    + (member.learner() ? " (learner)" : ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private CheckResult etcdMembers() {
    Verdicts verdicts = new Verdicts(HealthCheck.ETCD_MEMBERS);
    for (NodeFacts each : controlPlanes) {
      verdicts.judge(
          name(each),
          each.etcdMembers(),
          members ->
              members.stream()
                  .flatMap(member -> complaint(each, member).stream())
                  .collect(Collectors.joining("; ")));
    }
    return verdicts.result();
  }

  /** A dead member can have the name of a living one, which counts for the quorum all the same. */
  private Optional<String> complaint(NodeFacts asked, EtcdMember member) {
    boolean said = controlPlanes.stream().anyMatch(each -> isItself(each, member));
    boolean perhaps =
        controlPlanes.stream()
            .filter(each -> each.etcdMember().value().isEmpty())
            .anyMatch(each -> isLike(each.node(), member));
    if (said || perhaps) {
      return Optional.empty();
    }
    String who = "member %s (%016x)".formatted(member.hostname(), member.id());
    return Optional.of(
        (controlPlanes.stream().anyMatch(each -> isLike(each.node(), member))
                ? who + " is dead: the control plane of that name or address is another member"
                : who + " is no control plane")
            + ". If its machine is gone: talosctl --nodes %s etcd remove-member %016x"
                .formatted(name(asked), member.id()));
  }

  private static boolean isItself(NodeFacts facts, EtcdMember member) {
    return facts.etcdMember().value().filter(id -> id == member.id()).isPresent();
  }

  /** A member may be reached at another of its machine's addresses; then its name tells. */
  private static boolean isLike(CheckedNode node, EtcdMember member) {
    return node.name().value().equals(member.hostname())
        || member.peerUrls().stream()
            .anyMatch(url -> node.address().equals(URI.create(url).getHost()));
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
    for (NodeFacts each : nodes) {
      verdicts.judge(
          name(each),
          each.status(),
          status -> status.stage() == MachineStatus.Stage.RUNNING ? "" : "is " + status);
    }
    return verdicts.result();
  }

  private static String name(NodeFacts facts) {
    return facts.node().name().value();
  }

  private static JsonNode tree(TalosResource resource) {
    try {
      return MAPPER.readTree(resource.yaml());
    } catch (JsonProcessingException e) {
      return MAPPER.missingNode();
    }
  }
}
