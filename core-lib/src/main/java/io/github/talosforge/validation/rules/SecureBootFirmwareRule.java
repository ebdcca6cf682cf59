package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.FirmwareSpec.Bios;
import io.github.talosforge.model.FirmwareSpec.EfiType;
import io.github.talosforge.model.NodeSpec;

/** Secure boot is wanted with a firmware that has none. */
final class SecureBootFirmwareRule extends NodeRule {

  SecureBootFirmwareRule() {
    super("TF-SECUREBOOT-FIRMWARE", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (!node.image().secureBoot()) {
      return;
    }
    if (node.vm().firmware().bios() != Bios.OVMF) {
      complaints.about(
          "bios", "Secure boot needs UEFI.", "Set bios: ovmf, or talos_secureboot: false.");
    } else if (node.vm().firmware().efiType() != EfiType.LARGE) {
      complaints.about(
          "efi_type",
          "Secure boot needs an EFI disk of type 4m.",
          "Set efi_type: 4m, or talos_secureboot: false.");
    }
  }
}
