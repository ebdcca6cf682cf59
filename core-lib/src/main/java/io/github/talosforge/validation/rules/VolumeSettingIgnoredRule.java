package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VolumeSpec;

/** A volume has a setting that its type cannot have. */
final class VolumeSettingIgnoredRule extends NodeRule {

  VolumeSettingIgnoredRule() {
    super("TF-VOLUME-SETTING-IGNORED", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    for (VolumeSpec volume : node.volumes().volumes()) {
      if (volume.type() == VolumeSpec.Type.DIRECTORY && volume.size().isPresent()) {
        complaints.about(
            "volumes." + volume.name() + ".size",
            "Volume " + volume.name() + " is a directory, which has no size of its own.",
            "Remove the size, or make the volume a partition or disk.");
      }
      if (volume.type() != VolumeSpec.Type.DISK && volume.storage().isPresent()) {
        complaints.about(
            "volumes." + volume.name() + ".storage",
            "Volume "
                + volume.name()
                + " has no disk of its own, so that its storage has no effect.",
            "Remove the storage, or set type: disk.");
      }
    }
  }
}
