package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.NodeSpec;

/** The system disk has no room for images and logs. */
final class DiskBelowMinimumRule extends NodeRule {
  private static final DiskSize IMAGE = DiskSize.ofGibibytes(5);
  private static final DiskSize MINIMUM = DiskSize.ofGibibytes(10);

  DiskBelowMinimumRule() {
    super("TF-DISK-BELOW-MINIMUM", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    DiskSize size = node.vm().systemDisk().size();
    if (!node.volumes().dataVm() && size.compareTo(IMAGE) >= 0 && size.compareTo(MINIMUM) < 0) {
      complaints.about(
          "vm_disk_size",
          "The system disk of "
              + size
              + " is smaller than the "
              + MINIMUM
              + " that Talos asks for.",
          "Set vm_disk_size to "
              + MINIMUM
              + " or more, or data_vm: true to keep data on other disks.");
    }
  }
}
