package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.GpuSpec;
import io.github.talosforge.model.NodeSpec;

/** A GPU is given by its PCI address, which only root may pass through. */
final class GpuPciAddressRule extends NodeRule {

  GpuPciAddressRule() {
    super("TF-GPU-PCI-ADDRESS", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.vm().gpu().filter(gpu -> gpu.device() instanceof GpuSpec.Address).isPresent()) {
      complaints.about(
          "gpu_pci_bdf",
          "Only root@pam may pass a device through by its PCI address; an API token is refused.",
          "Make a resource mapping in Proxmox VE and write gpu_mapping with its name.");
    }
  }
}
