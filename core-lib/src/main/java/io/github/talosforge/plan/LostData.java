package io.github.talosforge.plan;

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
}
