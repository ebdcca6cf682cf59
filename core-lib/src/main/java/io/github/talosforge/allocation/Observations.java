package io.github.talosforge.allocation;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Which of the observed VMs is which node's. */
final class Observations {
  private static final Comparator<ObservedVm> BEST_FIRST =
      Comparator.comparing(ObservedVm::state).thenComparing(ObservedVm::id);

  private final Map<String, ObservedVm> ours = new HashMap<>();
  private final Set<VmId> ownIds = new HashSet<>();
  private final Set<VmId> foreignIds;
  private final Map<VmId, ObservedVm> byId = new HashMap<>();
  private final Set<NodeName> hidden;

  Observations(ClusterSpec spec, World world, Consumer<Finding> findings) {
    hidden = world.hidden();
    foreignIds = new HashSet<>(world.takenIds());
    Map<String, List<ObservedVm>> byName = new HashMap<>();
    for (ObservedVm vm : world.vms()) {
      byName.computeIfAbsent(vm.name(), name -> new ArrayList<>()).add(vm);
      foreignIds.add(vm.id());
      byId.put(vm.id(), vm);
    }
    for (NodeSpec node : spec.nodes()) {
      claim(node, node.name().value(), byName, findings);
      if (node.volumes().dataVm()) {
        claim(node, NodeAssignment.dataVmName(node.name()), byName, findings);
      }
    }
    foreignIds.removeAll(ownIds);
  }

  private void claim(
      NodeSpec node,
      String name,
      Map<String, List<ObservedVm>> byName,
      Consumer<Finding> findings) {
    List<ObservedVm> named = byName.getOrDefault(name, List.of());
    List<ObservedVm> own = named.stream().filter(ObservedVm::ours).sorted(BEST_FIRST).toList();
    named.stream().filter(vm -> !vm.ours()).forEach(vm -> findings.accept(nameTaken(node, vm)));
    if (own.isEmpty()) {
      return;
    }
    if (own.size() > 1) {
      findings.accept(twice(node, own));
    }
    ours.put(name, own.get(0));
    ownIds.add(own.get(0).id());
  }

  private static Finding nameTaken(NodeSpec node, ObservedVm vm) {
    return AllocationFinding.VM_NAME_TAKEN.at(
        node.provenance().nearest("name"),
        "VM "
            + vm.id()
            + " on "
            + vm.host()
            + " is called "
            + vm.name()
            + " too, but does not belong to this cluster.",
        "Rename one of them, or adopt the VM if it is this node.");
  }

  private static Finding twice(NodeSpec node, List<ObservedVm> vms) {
    return AllocationFinding.VM_TWICE.at(
        node.provenance().nearest("name"),
        "Node "
            + node.name()
            + " has "
            + vms.size()
            + " VMs: "
            + String.join(" and ", vms.stream().map(vm -> vm.id() + " on " + vm.host()).toList())
            + ".",
        "Remove the VM that is not the node, or take this cluster's mark off it.");
  }

  /** Returns a node's VM. */
  Optional<ObservedVm> of(NodeName node) {
    return Optional.ofNullable(ours.get(node.value()));
  }

  /** Tells whether a node's VM may be on a host that is down, where nobody sees it. */
  boolean isHidden(NodeName node) {
    return hidden.contains(node);
  }

  /**
   * Returns the id that a node's VM has, or had before it was removed: a data VM that was left
   * behind tells it.
   */
  Optional<VmId> idOf(NodeSpec node) {
    Optional<VmId> own = of(node.name()).map(ObservedVm::id);
    if (own.isPresent() || !node.volumes().dataVm()) {
      return own;
    }
    return Optional.ofNullable(ours.get(NodeAssignment.dataVmName(node.name())))
        .map(ObservedVm::id)
        .flatMap(VmId::ofDataVm);
  }

  /**
   * Returns the host that a node's VM is on, or must be made on: that of a data VM which was left
   * behind, whose disks may be local.
   */
  Optional<HostName> hostOf(NodeSpec node) {
    Optional<ObservedVm> own = of(node.name());
    return own.or(
            () ->
                node.volumes().dataVm()
                    ? Optional.ofNullable(ours.get(NodeAssignment.dataVmName(node.name())))
                    : Optional.empty())
        .map(ObservedVm::host);
  }

  /** Returns the addresses that nodes have already. */
  Set<Ipv4Address> ownAddresses() {
    return ours.values().stream().flatMap(vm -> vm.address().stream()).collect(Collectors.toSet());
  }

  /** Returns the hardware addresses that nodes have already. */
  Set<MacAddress> ownMacs() {
    return ours.values().stream()
        .flatMap(vm -> vm.macs().values().stream())
        .collect(Collectors.toSet());
  }

  /** Returns the ids that are neither a node's nor a node's data VM's. */
  Set<VmId> foreignIds() {
    return foreignIds;
  }

  /** Returns who has an id, in words. */
  String holderOf(VmId id) {
    ObservedVm vm = byId.get(id);
    return vm == null ? "another guest" : "VM '" + vm.name() + "' on " + vm.host();
  }
}
