package io.github.talosforge.allocation;

import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.VmId;
import java.util.List;
import java.util.Set;

/**
 * What must be known of the live system to lay out a cluster.
 *
 * @param hosts the hosts; empty when nothing is known of them
 * @param vms the VMs, those of others included
 * @param takenIds ids that must not be given out: every guest's, containers included; those of this
 *     cluster's nodes may be among them
 * @param takenAddresses addresses that must not be given out, those of this cluster's VMs aside
 * @param takenMacs hardware addresses that must not be given out, those of this cluster's VMs aside
 * @param hidden nodes that may have a VM which nobody sees now: for them nothing is chosen
 */
public record World(
    List<HostCapacity> hosts,
    List<ObservedVm> vms,
    Set<VmId> takenIds,
    Set<Ipv4Address> takenAddresses,
    Set<MacAddress> takenMacs,
    Set<NodeName> hidden) {

  /** Keeps own copies of the collections. */
  public World {
    hosts = List.copyOf(hosts);
    vms = List.copyOf(vms);
    takenIds = Set.copyOf(takenIds);
    takenAddresses = Set.copyOf(takenAddresses);
    takenMacs = Set.copyOf(takenMacs);
    hidden = Set.copyOf(hidden);
  }

  /**
   * A world in which every VM is seen.
   *
   * @param hosts the hosts; empty when nothing is known of them
   * @param vms the VMs, those of others included
   * @param takenIds ids that must not be given out
   * @param takenAddresses addresses that must not be given out
   * @param takenMacs hardware addresses that must not be given out
   */
  public World(
      List<HostCapacity> hosts,
      List<ObservedVm> vms,
      Set<VmId> takenIds,
      Set<Ipv4Address> takenAddresses,
      Set<MacAddress> takenMacs) {
    this(hosts, vms, takenIds, takenAddresses, takenMacs, Set.of());
  }

  /** Returns a world of which nothing is known, as before the first connection. */
  public static World unknown() {
    return new World(List.of(), List.of(), Set.of(), Set.of(), Set.of());
  }

  /** Returns a world of these hosts and VMs, in which nothing else is taken. */
  public static World of(List<HostCapacity> hosts, List<ObservedVm> vms) {
    return new World(hosts, vms, Set.of(), Set.of(), Set.of());
  }
}
