package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.FirmwareSpec.Bios;
import io.github.talosforge.model.ImageSpec.Architecture;
import io.github.talosforge.model.NodeSpec;

/** An arm64 VM is to start with the old PC BIOS. */
final class ArmFirmwareRule extends NodeRule {

  ArmFirmwareRule() {
    super("TF-ARM64-FIRMWARE", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.image().architecture() == Architecture.ARM64
        && node.vm().firmware().bios() == Bios.SEABIOS) {
      complaints.about(
          "bios",
          "The old PC BIOS exists on x86 only; an arm64 VM cannot start.",
          "Set bios: ovmf.");
    }
  }
}
