package io.github.talosforge;

import io.github.talosforge.NodeStatus.DataVm;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.HiddenGuests;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.proxmox.property.NetworkDevice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Tells how the nodes of a cluster are, from one look at the live system. */
final class ClusterStatus {
  private ClusterStatus() {}

  static List<NodeStatus> of(OwnedCluster owned) {
    List<NodeSpec> nodes = owned.files().nodes();
    List<Claim> ours =
        owned.claims().stream()
            .filter(ClusterStatus::isOurs)
            .sorted(Comparator.comparing(Claim::isWritable))
            .toList();
    Map<NodeName, DataVm> data = new LinkedHashMap<>();
    with(ours, NodePart.DATA, (node, claim) -> data.put(node, dataVm(claim)));
    Map<NodeName, NodeStatus> found = new LinkedHashMap<>();
    with(
        ours,
        NodePart.SYSTEM,
        (node, claim) -> found.put(node, status(node, owned.role(node), claim, data)));
    HiddenGuests hidden = owned.hidden();
    for (NodeSpec node : nodes) {
      only(hidden, node.name(), NodePart.DATA)
          .ifPresent(
              guest ->
                  data.putIfAbsent(
                      node.name(),
                      new DataVm(guest.id(), guest.host(), NodeStatus.State.UNREACHABLE)));
    }
    List<NodeStatus> statuses = new ArrayList<>();
    nodes.forEach(
        node ->
            statuses.add(
                Optional.ofNullable(found.remove(node.name()))
                    .orElseGet(() -> unseen(node, hidden, data))));
    statuses.addAll(found.values());
    // What may be a node of the files is told there.
    ours.stream()
        .filter(claim -> claim.node().isEmpty() && !hidden.contains(claim.guest()))
        .map(ClusterStatus::withoutNode)
        .forEach(statuses::add);
    return statuses;
  }

  /** VMs of the cluster on hosts that are down which need not be the nodes that they may be. */
  static List<NodeStatus> strays(OwnedCluster owned) {
    HiddenGuests hidden = owned.hidden();
    return owned.claims().stream()
        .filter(claim -> hidden.contains(claim.guest()) && !hidden.isCertain(claim.guest()))
        .filter(claim -> claim.state() == Claim.State.UNREACHABLE && claim.node().isEmpty())
        .map(ClusterStatus::withoutNode)
        .toList();
  }

  /**
   * VMs that are nobody's node but may run with the cluster's secrets: what shows a mark of it,
   * such as a backup under another id, and what may be of it under a former name.
   */
  static List<NodeStatus> doubtful(OwnedCluster owned) {
    return Stream.concat(
            owned.claims().stream()
                .filter(
                    claim ->
                        claim.part() == NodePart.SYSTEM
                            && (claim.state() == Claim.State.UNPROVEN
                                || claim.state() == Claim.State.COPY)),
            owned.perhapsRenamed().stream()
                .map(
                    guest ->
                        new Claim(
                            guest, Claim.State.UNREACHABLE, Optional.empty(), NodePart.SYSTEM)))
        .map(ClusterStatus::withoutNode)
        .toList();
  }

  /** Returns the guest that alone may be one of a node's VMs, and nothing else. */
  private static Optional<ObservedGuest> only(HiddenGuests hidden, NodeName node, NodePart part) {
    List<ObservedGuest> guests = hidden.of(node, part);
    return guests.size() == 1 && hidden.of(guests.get(0)).size() == 1
        ? Optional.of(guests.get(0))
        : Optional.empty();
  }

  /** A VM of which nobody can tell which node it is, if any. */
  private static NodeStatus withoutNode(Claim claim) {
    NodeName standIn = NodeName.of("vm-" + claim.guest().id());
    return status(standIn, Optional.empty(), claim, Map.of());
  }

  private static boolean isOurs(Claim claim) {
    return switch (claim.state()) {
      case UNPROVEN, COPY, FOREIGN -> false;
      case UNREACHABLE -> true;
      default -> claim.node().isPresent();
    };
  }

  private static void with(List<Claim> claims, NodePart part, BiConsumer<NodeName, Claim> work) {
    for (Claim claim : claims) {
      claim.node().filter(node -> claim.part() == part).ifPresent(node -> work.accept(node, claim));
    }
  }

  private static DataVm dataVm(Claim claim) {
    return new DataVm(claim.guest().id(), claim.guest().host(), state(claim));
  }

  private static NodeStatus status(
      NodeName node, Optional<NodeRole> role, Claim claim, Map<NodeName, DataVm> data) {
    ObservedGuest guest = claim.guest();
    return new NodeStatus(
        node,
        role,
        Optional.of(guest.id()),
        Optional.of(guest.host()),
        guest.address(),
        guest.given(),
        mac(guest),
        guest.uuid(),
        state(claim),
        guest.configuration().filter(ClusterStatus::waits).isPresent(),
        Optional.ofNullable(data.get(node)));
  }

  private static NodeStatus unseen(NodeSpec node, HiddenGuests hidden, Map<NodeName, DataVm> data) {
    List<ObservedGuest> perhaps = hidden.of(node.name(), NodePart.SYSTEM);
    Optional<ObservedGuest> vm = only(hidden, node.name(), NodePart.SYSTEM);
    List<HostName> hosts = perhaps.stream().map(ObservedGuest::host).distinct().toList();
    return new NodeStatus(
        node.name(),
        Optional.of(node.role()),
        vm.map(ObservedGuest::id).or(node::vmId),
        hosts.size() == 1 ? Optional.of(hosts.get(0)) : node.host(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        perhaps.isEmpty() ? NodeStatus.State.MISSING : NodeStatus.State.UNREACHABLE,
        false,
        Optional.ofNullable(data.get(node.name())));
  }

  private static NodeStatus.State state(Claim claim) {
    return switch (claim.state()) {
      case UNFINISHED, BEING_MADE -> NodeStatus.State.UNFINISHED;
      case UNREACHABLE -> NodeStatus.State.UNREACHABLE;
      default ->
          claim.guest().power() == ObservedGuest.Power.RUNNING
              ? NodeStatus.State.RUNNING
              : NodeStatus.State.STOPPED;
    };
  }

  private static boolean waits(GuestConfiguration values) {
    return !values.pending().isEmpty() || !values.pendingDeletions().isEmpty();
  }

  private static Optional<MacAddress> mac(ObservedGuest guest) {
    Function<String, Optional<MacAddress>> read =
        text -> NetworkDevice.parse(text).macAddress().map(MacAddress::of);
    return guest.configuration().flatMap(values -> values.get("net0")).flatMap(read);
  }
}
