package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VolumeSpec;
import java.util.Optional;

/** Partitions of the system disk are larger than the disk. */
final class PartitionsExceedDiskRule extends NodeRule {
  /** What Talos has on its disk before EPHEMERAL: boot, META and STATE. */
  private static final DiskSize SYSTEM = DiskSize.ofGibibytes(4);

  PartitionsExceedDiskRule() {
    super("TF-PARTITIONS-EXCEED-DISK", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    long wanted = node.volumes().dataVm() ? 0 : kibibytes(node.volumes().ephemeralSize());
    for (VolumeSpec volume : node.volumes().volumes()) {
      wanted += volume.type() == VolumeSpec.Type.PARTITION ? kibibytes(volume.size()) : 0;
    }
    long disk = node.vm().systemDisk().size().kibibytes();
    if (wanted > 0 && wanted + SYSTEM.kibibytes() > disk) {
      complaints.about(
          "vm_disk_size",
          "EPHEMERAL and partitions need "
              + new DiskSize(wanted)
              + " besides the "
              + SYSTEM
              + " of Talos, but the system disk has "
              + node.vm().systemDisk().size()
              + ".",
          "Enlarge vm_disk_size, or make volumes of type disk.");
    }
  }

  private static long kibibytes(Optional<DiskSize> size) {
    return size.map(DiskSize::kibibytes).orElse(0L);
  }
}
