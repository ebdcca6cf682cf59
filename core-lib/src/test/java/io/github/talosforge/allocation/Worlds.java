package io.github.talosforge.allocation;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.MemorySize;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.VmId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Observed VMs and hosts for tests. */
final class Worlds {
  private Worlds() {}

  static ObservedVm vm(int id, String name, String host) {
    return vm(id, name, host, Optional.empty(), true);
  }

  static ObservedVm foreign(int id, String name, String host) {
    return vm(id, name, host, Optional.empty(), false);
  }

  static ObservedVm vm(int id, String name, String host, Optional<String> address, boolean ours) {
    return new ObservedVm(
        VmId.of(id),
        name,
        HostName.of(host),
        ObservedVm.State.RUNNING,
        ours,
        MemorySize.of("8G"),
        address.map(Ipv4Address::of),
        Map.of(),
        Optional.empty());
  }

  static HostCapacity host(String name, String free) {
    return HostCapacity.free(HostName.of(name), MemorySize.of(free));
  }

  static World of(ObservedVm... vms) {
    return World.of(List.of(), List.of(vms));
  }

  /** Returns the world after a layout was built, on the hosts that were given. */
  static World built(ClusterLayout layout, List<HostCapacity> hosts, World before) {
    List<ObservedVm> vms = new ArrayList<>();
    for (NodeAssignment node : layout.assignments().values()) {
      HostName host = node.host().orElse(HostName.of("pve"));
      vms.add(observed(node, node.vmId(), node.node().value(), host));
      node.dataVmId()
          .ifPresent(
              id -> vms.add(observed(node, id, NodeAssignment.dataVmName(node.node()), host)));
    }
    return new World(hosts, vms, before.takenIds(), before.takenAddresses(), Set.of());
  }

  private static ObservedVm observed(NodeAssignment node, VmId id, String name, HostName host) {
    Map<Integer, MacAddress> macs = new HashMap<>();
    for (int card = 0; card < node.macs().size(); card++) {
      macs.put(card, node.macs().get(card));
    }
    return new ObservedVm(
        id,
        name,
        host,
        ObservedVm.State.RUNNING,
        true,
        MemorySize.of("8G"),
        node.address(),
        macs,
        Optional.of(node.uuid()));
  }

  static NodeAssignment of(Allocation allocation, String node) {
    return allocation.layout().of(NodeName.of(node)).orElseThrow();
  }
}
