package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.MemorySize;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;

/** A node has less memory than Talos needs. */
final class MemoryBelowMinimumRule extends NodeRule {
  private static final MemorySize CONTROL_PLANE = MemorySize.ofMebibytes(2048);
  private static final MemorySize WORKER = MemorySize.ofMebibytes(1024);

  MemoryBelowMinimumRule() {
    super("TF-MEMORY-BELOW-MINIMUM", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    MemorySize minimum = node.role() == NodeRole.CONTROL_PLANE ? CONTROL_PLANE : WORKER;
    if (node.vm().memory().compareTo(minimum) < 0) {
      complaints.about(
          "vm_memory",
          node.vm().memory()
              + " of memory is less than the "
              + minimum
              + " that Talos needs on a "
              + node.role().label()
              + ".",
          "Set vm_memory to " + minimum.mebibytes() + " or more.");
    }
  }
}
