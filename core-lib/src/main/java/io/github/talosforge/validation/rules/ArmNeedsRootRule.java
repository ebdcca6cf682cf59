package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ImageSpec.Architecture;
import io.github.talosforge.model.NodeSpec;

/** An arm64 VM needs an option that only root may set. */
final class ArmNeedsRootRule extends NodeRule {

  ArmNeedsRootRule() {
    super("TF-ARM64-NEEDS-ROOT", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.image().architecture() == Architecture.ARM64) {
      complaints.about(
          "talos_arch",
          "On an x86 host, an arm64 VM needs the option arch, which only root@pam may set, not an"
              + " API token.",
          "Use hosts that are arm64 themselves, or amd64 nodes.");
    }
  }
}
