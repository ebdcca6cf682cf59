package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskSpec;
import io.github.talosforge.model.NodeSpec;

/** Disks have I/O threads that their controller does not give them. */
final class IothreadRule extends NodeRule {

  IothreadRule() {
    super("TF-IOTHREAD-CONTROLLER", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    boolean wanted =
        node.vm().systemDisk().iothread()
            || node.vm().extraDisks().stream().anyMatch(DiskSpec::iothread);
    if (wanted && !node.vm().scsiHardware().equals("virtio-scsi-single")) {
      complaints.about(
          "disk_iothread",
          "I/O threads have no effect with scsi_hw " + node.vm().scsiHardware() + ".",
          "Set scsi_hw: virtio-scsi-single, or disk_iothread: false.");
    }
  }
}
