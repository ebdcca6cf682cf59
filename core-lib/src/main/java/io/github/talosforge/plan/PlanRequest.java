package io.github.talosforge.plan;

import io.github.talosforge.allocation.Allocation;
import io.github.talosforge.allocation.AllocationFinding;
import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.allocation.PinLine;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.ImageSpec;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.HiddenGuests;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.OwnedCluster;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Everything that a plan follows from.
 *
 * @param owned the live system, and whose each guest is
 * @param targets what the nodes' VMs should be; a node that could not be laid out is missing
 * @param findings what was found while the cluster was laid out
 * @param pins the lines that keep what was chosen
 * @param schematics the id of an image's schematic
 * @param selection the nodes to plan for
 * @param allowRestarts whether running nodes may be stopped and started
 */
public record PlanRequest(
    OwnedCluster owned,
    List<NodeTarget> targets,
    FindingReport findings,
    List<PinLine> pins,
    Function<ImageSpec, SchematicId> schematics,
    NodeSelection selection,
    boolean allowRestarts) {

  /** What the comparison with the live system says again, and better. */
  private static final Set<String> SAID_AGAIN =
      Set.of(AllocationFinding.VM_TWICE.code(), AllocationFinding.VM_NAME_TAKEN.code());

  /** Keeps own copies of the lists. */
  public PlanRequest {
    targets = List.copyOf(targets);
    pins = List.copyOf(pins);
  }

  /**
   * Takes the cluster as it is laid out on the live system.
   *
   * @param owned the live system, and whose each guest is
   * @param schematics the id of an image's schematic
   * @param selection the nodes to plan for
   * @param allowRestarts whether running nodes may be stopped and started
   */
  public static PlanRequest of(
      OwnedCluster owned,
      Function<ImageSpec, SchematicId> schematics,
      NodeSelection selection,
      boolean allowRestarts) {
    Allocation allocation = owned.allocation();
    return new PlanRequest(
        owned,
        targets(owned.files(), allocation.layout()),
        FindingReport.of(
            allocation.report().findings().stream()
                .filter(finding -> !SAID_AGAIN.contains(finding.code()))
                .toList()),
        allocation.pins(),
        schematics,
        selection,
        allowRestarts);
  }

  private static List<NodeTarget> targets(ClusterSpec spec, ClusterLayout layout) {
    return spec.nodes().stream()
        .flatMap(
            node ->
                layout.of(node.name()).stream()
                    .map(assignment -> NodeTarget.of(spec, node, assignment)))
        .toList();
  }

  /** Returns the cluster as the files describe it. */
  public ClusterSpec spec() {
    return owned.files();
  }

  /** Returns the live system. */
  public ObservedCluster observed() {
    return owned.observed();
  }

  /** Returns the VMs of hosts that are down, and which nodes they may be. */
  public HiddenGuests hidden() {
    return owned.hidden();
  }

  /** Returns a guest as the VM of a node that it is. */
  NodeVm vm(NodeTarget target, ObservedGuest guest) {
    return vm(target, guest.id(), guest.host());
  }

  /** Returns the VM of a node, as it is or is to be made. */
  NodeVm vm(NodeTarget target, VmId id, HostName host) {
    return owned.vm(target.node(), NodePart.SYSTEM, id, host, target.assignment().address());
  }
}
