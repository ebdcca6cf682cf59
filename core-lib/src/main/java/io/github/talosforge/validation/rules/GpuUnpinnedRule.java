package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.GpuSpec;
import io.github.talosforge.model.NodeSpec;

/** A PCI address is demanded of whatever host the node comes to. */
final class GpuUnpinnedRule extends NodeRule {

  GpuUnpinnedRule() {
    super("TF-GPU-UNPINNED", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    boolean byAddress =
        node.vm().gpu().filter(gpu -> gpu.device() instanceof GpuSpec.Address).isPresent();
    if (byAddress && CertainHost.of(node, spec).isEmpty()) {
      complaints.about(
          "gpu_pci_bdf",
          "A PCI address means a device of one host, but the node may be placed on any.",
          "Add proxmox_node, or use gpu_mapping.");
    }
  }
}
