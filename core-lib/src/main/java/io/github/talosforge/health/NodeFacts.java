package io.github.talosforge.health;

import io.github.talosforge.talos.EtcdAlarm;
import io.github.talosforge.talos.EtcdMember;
import io.github.talosforge.talos.EtcdStatus;
import io.github.talosforge.talos.MachineStatus;
import io.github.talosforge.talos.NodeVersion;
import io.github.talosforge.talos.ServiceState;
import io.github.talosforge.talos.TalosNode;
import io.github.talosforge.talos.TalosResource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one machine says, all at one time.
 *
 * @param node the machine
 * @param version what it runs
 * @param status how far it is
 * @param services its services
 * @param memoryBytes its memory
 * @param ephemeral the volume for data
 * @param diagnostics what it finds wrong
 * @param etcdMembers the members of etcd; asked of control planes only
 * @param etcd how its own member is; asked of control planes only
 * @param addresses the addresses that it has, asked where its member of etcd is reached elsewhere
 *     than the node
 * @param staticPods its static pods; asked of control planes only
 */
record NodeFacts(
    CheckedNode node,
    Known<NodeVersion> version,
    Known<MachineStatus> status,
    Known<List<ServiceState>> services,
    Known<Long> memoryBytes,
    Known<Optional<TalosResource>> ephemeral,
    Known<List<TalosResource>> diagnostics,
    Known<List<EtcdMember>> etcdMembers,
    Known<EtcdStatus> etcd,
    Known<Set<String>> addresses,
    Known<List<TalosResource>> staticPods) {

  static NodeFacts of(CheckedNode node) {
    return node.talos()
        .map(talos -> of(node, talos))
        .orElseGet(() -> silent(node, new Known<>(Optional.empty(), node.obstacle())));
  }

  private static NodeFacts of(CheckedNode node, TalosNode talos) {
    Known<NodeVersion> version = Known.of(talos::version);
    if (version.value().isEmpty()) {
      return silent(node, version);
    }
    boolean leads = node.isControlPlane();
    Known<List<EtcdMember>> members = Known.of(() -> leads ? talos.etcdMembers() : List.of());
    Known<EtcdStatus> etcd =
        leads ? Known.of(talos::etcdStatus) : new Known<>(Optional.empty(), "is no control plane");
    return new NodeFacts(
        node,
        version,
        Known.of(talos::machineStatus),
        Known.of(talos::services),
        Known.of(talos::memoryBytes),
        Known.of(() -> talos.resource("runtime", "VolumeStatuses.block.talos.dev", "EPHEMERAL")),
        Known.of(() -> talos.resources("runtime", "Diagnostics.runtime.talos.dev")),
        members,
        etcd,
        Known.of(() -> isElsewhere(node, members, etcd) ? addresses(talos) : Set.of()),
        Known.of(
            () ->
                leads
                    ? talos.resources("k8s", "StaticPodStatuses.kubernetes.talos.dev")
                    : List.of()));
  }

  /** Any member knows the alarms of all, as long as there is a leader behind it. */
  static Known<List<EtcdAlarm>> alarms(List<NodeFacts> facts) {
    return facts.stream()
        .filter(each -> each.etcd().value().filter(own -> own.leader() != 0).isPresent())
        .flatMap(each -> each.node().talos().stream())
        .findFirst()
        .map(talos -> Known.of(talos::etcdAlarms))
        .orElseGet(() -> new Known<>(Optional.of(List.of()), ""));
  }

  private static boolean isElsewhere(
      CheckedNode node, Known<List<EtcdMember>> members, Known<EtcdStatus> etcd) {
    return members.value().stream()
        .flatMap(List::stream)
        .filter(member -> etcd.value().filter(own -> own.memberId() == member.id()).isPresent())
        .anyMatch(member -> !EtcdRules.hosts(member).contains(node.address()));
  }

  private static Set<String> addresses(TalosNode talos) {
    return talos
        .resource("network", "NodeAddresses.net.talos.dev", "current")
        .map(TalosRules::tree)
        .map(
            current -> {
              Set<String> addresses = new TreeSet<>();
              current
                  .path("addresses")
                  .forEach(each -> addresses.add(each.asText().replaceFirst("/.*", "")));
              return addresses;
            })
        .orElse(Set.of());
  }

  /** A machine that does not answer once is not asked eight times. */
  private static NodeFacts silent(CheckedNode node, Known<NodeVersion> version) {
    String why = version.problem();
    return new NodeFacts(
        node,
        version,
        new Known<>(Optional.empty(), why),
        new Known<>(Optional.empty(), why),
        new Known<>(Optional.empty(), why),
        new Known<>(Optional.empty(), why),
        new Known<>(Optional.empty(), why),
        new Known<>(Optional.empty(), why),
        new Known<>(Optional.empty(), why),
        new Known<>(Optional.empty(), why),
        new Known<>(Optional.empty(), why));
  }
}
