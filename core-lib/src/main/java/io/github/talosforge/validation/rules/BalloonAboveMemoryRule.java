package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;

/** Ballooning starts above the memory. */
final class BalloonAboveMemoryRule extends NodeRule {

  BalloonAboveMemoryRule() {
    super("TF-BALLOON-ABOVE-MEMORY", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.vm().balloon() > node.vm().memory().mebibytes()) {
      complaints.about(
          "balloon",
          "The balloon value of "
              + node.vm().balloon()
              + " MiB is more than the memory of "
              + node.vm().memory()
              + ", which Proxmox VE refuses.",
          "Set balloon: 0.");
    }
  }
}
