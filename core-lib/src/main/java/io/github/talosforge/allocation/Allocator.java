package io.github.talosforge.allocation;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmId;
import io.github.talosforge.model.Wwn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lays out a cluster: what the files demand, else what exists already, else what follows from the
 * cluster's ranges and the nodes' names.
 *
 * <pre>{@code
 * Allocation allocation = new Allocator().allocate(spec, world);
 * if (!allocation.report().hasErrors()) {
 *   allocation.layout().assignments().forEach(...);
 * }
 * }</pre>
 */
public final class Allocator {

  /**
   * Lays out a cluster.
   *
   * @param spec the cluster
   * @param world what is known of the live system
   * @return the layout, what to pin, and what went wrong
   */
  public Allocation allocate(ClusterSpec spec, World world) {
    List<Finding> findings = new ArrayList<>();
    List<PinLine> pins = new ArrayList<>();
    SpecIndex index = SpecIndex.of(spec);
    Observations observations = new Observations(spec, world, findings::add);
    DerivedIdentity identity = identity(spec);
    HostPlacement placement = new HostPlacement(index, observations, world.hosts(), findings::add);
    Parts parts =
        new Parts(
            new IdAllocation(index, observations, findings::add).allocate(pins::add),
            new AddressAllocation(index, observations, world.takenAddresses(), findings::add)
                .allocate(pins::add),
            placement.place(),
            new MacAllocation(index, observations, identity, world.takenMacs()).allocate(),
            new WwnAllocation(index, identity).allocate());
    Map<NodeName, NodeAssignment> assignments = new HashMap<>();
    for (NodeSpec node : index.nodes().values()) {
      boolean hostless = placement.isBlind() || observations.isHidden(node.name());
      assemble(node, parts, observations, identity, hostless)
          .ifPresent(assignment -> assignments.put(node.name(), assignment));
    }
    return new Allocation(new ClusterLayout(assignments), pins, FindingReport.of(findings));
  }

  private static DerivedIdentity identity(ClusterSpec spec) {
    ClusterName name = spec.name();
    return new DerivedIdentity(spec.uid().map(ClusterUid::value).orElse(name.value()));
  }

  private record Parts(
      Map<NodeName, VmId> ids,
      Map<NodeName, Ipv4Address> addresses,
      Map<NodeName, HostName> hosts,
      Map<NodeName, List<MacAddress>> macs,
      Map<NodeName, Map<String, Wwn>> wwns) {}

  private static Optional<NodeAssignment> assemble(
      NodeSpec node,
      Parts parts,
      Observations observations,
      DerivedIdentity identity,
      boolean hostless) {
    NodeName name = node.name();
    VmId id = parts.ids().get(name);
    Optional<HostName> host = Optional.ofNullable(parts.hosts().get(name));
    Optional<Ipv4Address> address = Optional.ofNullable(parts.addresses().get(name));
    boolean dhcp = node.address() instanceof AddressWish.Dhcp;
    if (id == null || (host.isEmpty() && !hostless) || (address.isEmpty() && !dhcp)) {
      return Optional.empty();
    }
    return Optional.of(
        new NodeAssignment(
            name,
            id,
            node.volumes().dataVm() ? id.dataVm() : Optional.empty(),
            host,
            address,
            parts.macs().getOrDefault(name, List.of()),
            observations.of(name).flatMap(ObservedVm::uuid).orElseGet(() -> identity.uuid(name)),
            parts.wwns().getOrDefault(name, Map.of())));
  }
}
