package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ImageSpec.Architecture;
import io.github.talosforge.model.NodeSpec;

/** The machine type is of another processor architecture. */
final class ArchitectureMachineRule extends NodeRule {

  ArchitectureMachineRule() {
    super("TF-ARCHITECTURE-MACHINE", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    boolean arm = node.image().architecture() == Architecture.ARM64;
    String machine = node.vm().firmware().machine();
    if (arm != machine.startsWith("virt")) {
      complaints.about(
          "machine",
          "The machine type " + machine + " is not one of " + (arm ? "arm64." : "amd64."),
          arm
              ? "Set machine: virt, or talos_arch: amd64."
              : "Set machine: q35, or talos_arch: arm64.");
    }
  }
}
