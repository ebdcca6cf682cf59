package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;

/** A control plane has fewer cores than Talos asks for. */
final class CoresBelowMinimumRule extends NodeRule {
  private static final int CONTROL_PLANE = 2;

  CoresBelowMinimumRule() {
    super("TF-CORES-BELOW-MINIMUM", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.role() == NodeRole.CONTROL_PLANE && node.vm().cpu().totalCores() < CONTROL_PLANE) {
      complaints.about(
          "vm_cores",
          "A control plane with one core is starved by its own API server.",
          "Set vm_cores to " + CONTROL_PLANE + " or more.");
    }
  }
}
