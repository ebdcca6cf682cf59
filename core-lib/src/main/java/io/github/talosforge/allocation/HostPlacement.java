package io.github.talosforge.allocation;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolMember;
import io.github.talosforge.model.ProxmoxSpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds a host for every node.
 *
 * <p>A VM that exists stays where it is, and a new one goes where its data is. A node that demands
 * a host gets it, or is placed like the others when the placement is not strict and the host is
 * offline or full. One whose VM may be on a host that is down goes nowhere. All others go, control
 * planes and large VMs first, to the host with room that has the fewest nodes of the same role,
 * then of the same pool, then the most memory left.
 */
final class HostPlacement {
  private static final String KEY = "proxmox_node";
  private static final BigDecimal MOST_OVERCOMMIT = BigDecimal.TEN;

  private static final Comparator<NodeSpec> IN_ORDER =
      Comparator.comparing(NodeSpec::role)
          .thenComparing(node -> node.vm().memory(), Comparator.reverseOrder())
          .thenComparing(node -> node.pool().map(PoolMember::pool).orElse(""))
          .thenComparing(node -> node.pool().map(PoolMember::ordinal).orElse(0))
          .thenComparing(NodeSpec::name);

  private final SpecIndex index;
  private final Observations observations;
  private final Consumer<Finding> findings;
  private final boolean strict;
  private final boolean hostsKnown;
  private final BigDecimal overcommit;
  private final Map<HostName, HostLoad> loads = new TreeMap<>();
  private final Map<NodeName, HostName> placed = new HashMap<>();

  HostPlacement(
      SpecIndex index,
      Observations observations,
      List<HostCapacity> hosts,
      Consumer<Finding> findings) {
    this.index = index;
    this.observations = observations;
    this.findings = findings;
    this.strict = index.spec().proxmox().placement() == ProxmoxSpec.Placement.STRICT;
    this.hostsKnown = !hosts.isEmpty();
    this.overcommit = index.spec().proxmox().memoryOvercommit();
    hosts.forEach(host -> loads.put(host.name(), new HostLoad(host, overcommit)));
  }

  /** Returns where every node goes; a node without entry has no host. */
  Map<NodeName, HostName> place() {
    List<HostLoad> candidates = candidates();
    List<NodeSpec> demanding = new ArrayList<>();
    List<NodeSpec> free = new ArrayList<>();
    for (NodeSpec node : index.nodes().values().stream().sorted(IN_ORDER).toList()) {
      Optional<HostName> host = observations.hostOf(node);
      if (host.isPresent()) {
        stay(node, host.get());
      } else if (!observations.isHidden(node.name())) {
        (node.demandedHost().isPresent() ? demanding : free).add(node);
      }
    }
    demanding.stream().filter(node -> !obey(node)).forEach(free::add);
    free.sort(IN_ORDER);
    free.forEach(node -> choose(node, candidates));
    loads.values().stream()
        .filter(HostLoad::isOvercommitted)
        .forEach(load -> findings.accept(overcommitted(load)));
    return placed;
  }

  /** Tells whether nothing is known about hosts, so that a node without one is no fault. */
  boolean isBlind() {
    return !hostsKnown;
  }

  private List<HostLoad> candidates() {
    ProxmoxSpec proxmox = index.spec().proxmox();
    List<HostName> named =
        proxmox.hosts().isEmpty() ? proxmox.defaultHost().stream().toList() : proxmox.hosts();
    String key = proxmox.hosts().isEmpty() ? KEY : "proxmox_nodes";
    if (named.isEmpty()) {
      return List.copyOf(loads.values());
    }
    List<HostLoad> candidates = new ArrayList<>();
    for (HostName host : named) {
      Optional<HostLoad> load = load(host);
      load.ifPresent(candidates::add);
      if (load.isEmpty()) {
        findings.accept(unknown(host, index.spec().provenance().nearest(key)));
      }
    }
    return candidates;
  }

  private Optional<HostLoad> load(HostName host) {
    if (!hostsKnown) {
      return Optional.of(loads.computeIfAbsent(host, HostLoad::unbounded));
    }
    return Optional.ofNullable(loads.get(host));
  }

  private Finding unknown(HostName host, @Nullable SourceLocation location) {
    return AllocationFinding.HOST_UNKNOWN.at(
        location,
        "There is no Proxmox VE node " + host + ".",
        "The nodes are "
            + String.join(", ", loads.keySet().stream().map(HostName::value).toList())
            + ".");
  }

  private void stay(NodeSpec node, HostName host) {
    placed.put(node.name(), host);
    boolean there = observations.of(node.name()).isPresent();
    load(host)
        .ifPresent(
            load -> {
              if (there) {
                load.addExisting(node);
              } else {
                load.add(node);
              }
            });
    node.demandedHost()
        .filter(demanded -> !demanded.equals(host))
        .ifPresent(
            demanded ->
                findings.accept(
                    AllocationFinding.HOST_DIFFERS.at(
                        node.provenance().nearest(KEY),
                        "Node " + node.name() + " lives on " + host + ", not on " + demanded + ".",
                        "It is not moved; migrate it in Proxmox VE, or write proxmox_node: "
                            + host
                            + ".")));
  }

  /** Returns false when the demanded host cannot take the node and another one may. */
  private boolean obey(NodeSpec node) {
    HostName demanded = node.demandedHost().orElseThrow();
    Optional<HostLoad> load = load(demanded);
    if (load.isEmpty()) {
      findings.accept(unknown(demanded, node.provenance().nearest(KEY)));
      return true;
    }
    if (load.get().hasRoom(node)) {
      put(node, load.get());
      return true;
    }
    String why = load.get().online() ? "has no " + node.vm().memory() + " free." : "is offline.";
    AllocationFinding kind =
        strict ? AllocationFinding.HOST_UNAVAILABLE : AllocationFinding.HOST_AVOIDED;
    findings.accept(
        kind.at(
            node.provenance().nearest(KEY),
            "The host " + demanded + ", which node " + node.name() + " is to be on, " + why,
            strict ? "Name another host, or set placement: prefer." : "Name another host."));
    return strict;
  }

  private void choose(NodeSpec node, List<HostLoad> candidates) {
    Optional<HostLoad> best =
        candidates.stream()
            .filter(load -> load.hasRoom(node))
            .min(
                Comparator.comparing((HostLoad load) -> sharesControlPlanes(node, load))
                    .thenComparing(load -> !load.hasRoomOfItsOwn(node))
                    .thenComparingInt(load -> load.count(node.role()))
                    .thenComparingInt(load -> load.countOfPool(node))
                    .thenComparing(HostLoad::freeMebibytes, Comparator.reverseOrder())
                    .thenComparing(HostLoad::name));
    if (best.isPresent()) {
      reportSharing(node, best.get(), candidates);
      put(node, best.get());
    } else if (!isBlind() && !candidates.isEmpty()) {
      // Without candidates every host that is named is unknown, which was told.
      findings.accept(noRoom(node, candidates));
    }
  }

  private static boolean sharesControlPlanes(NodeSpec node, HostLoad host) {
    return node.role() == NodeRole.CONTROL_PLANE && host.count(NodeRole.CONTROL_PLANE) > 0;
  }

  /** Reports a second control plane on a host while another candidate has none. */
  private void reportSharing(NodeSpec node, HostLoad host, List<HostLoad> candidates) {
    if (node.role() != NodeRole.CONTROL_PLANE
        || host.count(NodeRole.CONTROL_PLANE) == 0
        || candidates.stream().allMatch(other -> other.count(NodeRole.CONTROL_PLANE) > 0)) {
      return;
    }
    AllocationFinding kind =
        strict
            ? AllocationFinding.CONTROL_PLANES_CANNOT_SPREAD
            : AllocationFinding.CONTROL_PLANES_SHARE_HOST;
    findings.accept(
        kind.at(
            node.provenance().nearest("name"),
            "Control plane "
                + node.name()
                + " shares "
                + host.name()
                + " with another one, because no other host has room.",
            "Free memory on another host, add one to proxmox_nodes, or want fewer control"
                + " planes."));
  }

  private Finding overcommitted(HostLoad load) {
    return AllocationFinding.MEMORY_OVERCOMMITTED.at(
        index.spec().provenance().nearest("memory_overcommit"),
        "The VMs of host "
            + load.name()
            + " are promised "
            + -load.freeMebibytes()
            + " MiB more than the "
            + load.totalMebibytes()
            + " MiB that it has, as memory_overcommit: "
            + overcommit.toPlainString()
            + " allows.",
        "A host that runs out of memory kills VMs: watch it, or give the nodes less memory.");
  }

  /** Returns what the files would have to allow; empty where no host could be meant. */
  private static Optional<BigDecimal> enough(NodeSpec node, List<HostLoad> candidates) {
    return candidates.stream()
        .filter(load -> load.online() && load.totalMebibytes() > 0)
        .map(load -> load.overcommitWith(node))
        .filter(factor -> factor.compareTo(MOST_OVERCOMMIT) <= 0)
        .min(Comparator.naturalOrder());
  }

  private static Finding noRoom(NodeSpec node, List<HostLoad> candidates) {
    String offers =
        candidates.stream()
            .map(
                load ->
                    load.name()
                        + (load.online() ? " " + load.freeMebibytes() + " MiB" : " offline"))
            .reduce((one, other) -> one + ", " + other)
            .orElse("none");
    return AllocationFinding.NO_ROOM.at(
        node.provenance().nearest("vm_memory"),
        "No host has " + node.vm().memory() + " for node " + node.name() + ": " + offers + ".",
        "Give the node less memory, or free some on a host."
            + enough(node, candidates)
                .map(factor -> " Or promise more than there is: memory_overcommit: " + factor + ".")
                .orElse(""));
  }

  private void put(NodeSpec node, HostLoad host) {
    placed.put(node.name(), host.name());
    host.add(node);
  }
}
