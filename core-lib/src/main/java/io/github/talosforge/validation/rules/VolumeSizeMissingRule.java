package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VolumeSpec;

/** A volume with a disk of its own has no size. */
final class VolumeSizeMissingRule extends NodeRule {

  VolumeSizeMissingRule() {
    super("TF-VOLUME-SIZE-MISSING", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    for (VolumeSpec volume : node.volumes().volumes()) {
      if (volume.type() == VolumeSpec.Type.DISK && volume.size().isEmpty()) {
        complaints.about(
            "volumes." + volume.name() + ".type",
            "Volume " + volume.name() + " is to have a disk of its own, but no size.",
            "Add its size, such as size: 20G.");
      }
    }
  }
}
