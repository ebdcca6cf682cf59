package io.github.talosforge.plan;

import io.github.talosforge.allocation.PinLine;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ImageSpec;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.Ownership;
import java.util.List;
import java.util.function.Function;

/**
 * Everything that a plan follows from.
 *
 * @param spec the cluster as the files describe it
 * @param observed the live system
 * @param ownership tells whose a VM is
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
    List<NodeTarget> targets,
    FindingReport findings,
    List<PinLine> pins,
    Function<ImageSpec, SchematicId> schematics,
    NodeSelection selection,
    boolean allowRestarts) {

  /** Keeps own copies of the lists. */
  public PlanRequest {
    targets = List.copyOf(targets);
    pins = List.copyOf(pins);
  }
}
