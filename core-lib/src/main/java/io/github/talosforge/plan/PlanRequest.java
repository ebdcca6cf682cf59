package io.github.talosforge.plan;

import io.github.talosforge.allocation.Allocation;
import io.github.talosforge.allocation.AllocationFinding;
import io.github.talosforge.allocation.Allocator;
import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.allocation.PinLine;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.ImageSpec;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.observe.HiddenGuests;
import io.github.talosforge.observe.LiveWorld;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.Ownership;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Everything that a plan follows from.
 *
 * @param spec the cluster as the files describe it
 * @param observed the live system
 * @param ownership tells whose a VM is
 * @param hidden the VMs of hosts that are down, and which nodes they may be
 * @param targets what the nodes' VMs should be; a node that could not be laid out is missing
 * @param findings what was found while the cluster was laid out
 * @param pins the lines that keep what was chosen
 * @param schematics the id of an image's schematic
 * @param selection the nodes to plan for
 * @param allowRestarts whether running nodes may be stopped and started
 */
public record PlanRequest(
    ClusterSpec spec,
    ObservedCluster observed,
    Ownership ownership,
    HiddenGuests hidden,
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
   * Lays the cluster out on the live system.
   *
   * @param spec the cluster as the files describe it
   * @param uid the cluster's uid
   * @param observed the live system
   * @param schematics the id of an image's schematic
   * @param selection the nodes to plan for
   * @param allowRestarts whether running nodes may be stopped and started
   */
  public static PlanRequest of(
      ClusterSpec spec,
      ClusterUid uid,
      ObservedCluster observed,
      Function<ImageSpec, SchematicId> schematics,
      NodeSelection selection,
      boolean allowRestarts) {
    Ownership ownership = Ownership.of(spec, uid);
    HiddenGuests hidden = HiddenGuests.of(spec, observed, ownership);
    Allocation allocation =
        new Allocator().allocate(spec, LiveWorld.of(observed, ownership, hidden));
    return new PlanRequest(
        spec,
        observed,
        ownership,
        hidden,
        targets(spec, allocation.layout()),
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
}
