package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.NodeSpec;

/** The system disk is smaller than the Talos image. */
final class DiskBelowImageRule extends NodeRule {
  /** The image has about 4 GB; disks are made in whole gibibytes. */
  private static final DiskSize IMAGE = DiskSize.ofGibibytes(5);

  DiskBelowImageRule() {
    super("TF-DISK-BELOW-IMAGE", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    DiskSize size = node.vm().systemDisk().size();
    if (size.compareTo(IMAGE) < 0) {
      complaints.about(
          "vm_disk_size",
          "The system disk of "
              + size
              + " is smaller than the Talos image, and disks can only grow.",
          "Set vm_disk_size to " + IMAGE + " or more.");
    }
  }
}
