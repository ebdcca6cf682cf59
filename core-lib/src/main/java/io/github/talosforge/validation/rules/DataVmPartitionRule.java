package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VolumeSpec;

/** A volume of a node with a data VM is on the disk that goes with the node's VM. */
final class DataVmPartitionRule extends NodeRule {

  DataVmPartitionRule() {
    super("TF-DATA-VM-PARTITION", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (!node.volumes().dataVm()) {
      return;
    }
    for (VolumeSpec volume : node.volumes().partitions()) {
      complaints.about(
          "volumes." + volume.name() + ".type",
          "Volume "
              + volume.name()
              + " would be a partition of the system disk, which goes when the VM is made anew;"
              + " the data VM would not keep it.",
          "Write type: disk, or type: directory to have it on EPHEMERAL. If the node lives already,"
              + " copy what is on the volume first.");
    }
  }
}
