package io.github.talosforge.plan;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskEncryptionSpec.EncryptionKey;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;

/** The sentences about data that is believed to be kept and would go with a node's VM. */
final class LostData {
  private LostData() {}

  /** Tells of volumes on the system disk, which no data VM keeps. */
  static void partitions(NodeSpec node, Draft draft) {
    if (!node.volumes().dataVm()) {
      return;
    }
    node.volumes()
        .partitions()
        .forEach(
            volume ->
                draft.report(
                    PlanFinding.REBUILD_LOSES_DISK,
                    node.provenance().nearest("volumes"),
                    "Volume "
                        + volume.name()
                        + " of node "
                        + node.name()
                        + " is a partition of the system disk, not a disk of the data VM, and"
                        + " would go with the VM.",
                    "Save what is on it, then take the volume out of the files or write type:"
                        + " disk."));
  }

  /** Tells of data that nobody can read once the TPM of the node's VM is gone. */
  static void key(ClusterSpec spec, NodeName node, Draft draft) {
    if (spec.talos().encryption().ephemeral() != EncryptionKey.TPM) {
      return;
    }
    draft.report(
        PlanFinding.REBUILD_LOSES_KEY,
        spec.provenance().nearest("disk_encryption"),
        "EPHEMERAL of node "
            + node
            + " is encrypted with a key that the TPM of its VM holds, and the TPM goes with the VM:"
            + " nobody could read the data any more, and the node would be given a disk that it"
            + " cannot open.",
        "Save what is needed, also from the node's other volumes, then destroy the node with its"
            + " data (removeNode --with-data --node="
            + node
            + ") and let it be made anew.");
  }
}
