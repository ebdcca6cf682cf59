package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VolumeSpec;

/** A VM has more disks than its controller has places. */
final class TooManyDisksRule extends NodeRule {
  private static final int PLACES = 31;

  TooManyDisksRule() {
    super("TF-TOO-MANY-DISKS", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    long volumes =
        node.volumes().volumes().stream()
            .filter(volume -> volume.type() == VolumeSpec.Type.DISK)
            .count();
    long disks = 1 + (node.volumes().dataVm() ? 1 : 0) + volumes + node.vm().extraDisks().size();
    if (disks > PLACES) {
      complaints.about(
          "extra_disks",
          "The VM would have " + disks + " disks, but places for " + PLACES + ".",
          "Use fewer and larger disks.");
    }
  }
}
