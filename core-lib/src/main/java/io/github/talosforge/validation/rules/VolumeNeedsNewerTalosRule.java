package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.model.VolumeSpec;

/** The Talos version has no such volumes yet. */
final class VolumeNeedsNewerTalosRule extends NodeRule {
  private static final int PARTITIONS = 10;
  private static final int OTHERS = 12;

  VolumeNeedsNewerTalosRule() {
    super("TF-VOLUME-NEEDS-NEWER-TALOS", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    TalosVersion talos = spec.talos().version();
    for (VolumeSpec volume : node.volumes().volumes()) {
      int needed = volume.type() == VolumeSpec.Type.PARTITION ? PARTITIONS : OTHERS;
      if (talos.major() == 1 && talos.minor() < needed) {
        complaints.about(
            "volumes." + volume.name() + ".type",
            "Volume "
                + volume.name()
                + " is of a type that Talos has since 1."
                + needed
                + ", not in "
                + talos
                + ".",
            "Choose a newer talos_version, or another type.");
      }
    }
  }
}
