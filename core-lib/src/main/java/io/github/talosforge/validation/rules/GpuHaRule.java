package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;

/** High availability moves a VM away from its GPU. */
final class GpuHaRule extends NodeRule {

  GpuHaRule() {
    super("TF-GPU-HA", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.vm().gpu().isPresent() && node.vm().lifecycle().ha().enabled()) {
      complaints.about(
          "ha",
          "A VM with a passed-through device cannot be migrated, and starts only where the device"
              + " is.",
          "Set ha: false for this node.");
    }
  }
}
