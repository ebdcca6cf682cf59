package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;

/** High availability moves a VM away from its GPU, or another device of its host. */
final class GpuHaRule extends NodeRule {

  GpuHaRule() {
    super("TF-GPU-HA", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    boolean passedThrough =
        node.vm().gpu().isPresent()
            || node.vm().options().keySet().stream().anyMatch(key -> key.matches("hostpci\\d+"));
    if (passedThrough && node.vm().lifecycle().ha().enabled()) {
      complaints.about(
          "ha",
          "A VM with a passed-through device cannot be migrated, and starts only where the device"
              + " is.",
          "Set ha: false for this node.");
    }
  }
}
