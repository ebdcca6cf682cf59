package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.GpuSpec;
import io.github.talosforge.model.NodeSpec;

/** A PCI Express device is to be plugged into a machine without PCI Express. */
final class GpuPcieMachineRule extends NodeRule {

  GpuPcieMachineRule() {
    super("TF-GPU-PCIE-MACHINE", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    String machine = node.vm().firmware().machine();
    boolean express = machine.contains("q35") || machine.startsWith("virt");
    if (node.vm().gpu().filter(GpuSpec::pcie).isPresent() && !express) {
      complaints.about(
          "gpu_pcie_mode",
          "The machine type " + machine + " has no PCI Express.",
          "Set machine: q35, or gpu_pcie_mode: false.");
    }
  }
}
