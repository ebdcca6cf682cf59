package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.FirmwareSpec.Bios;
import io.github.talosforge.model.NodeSpec;

/** A TPM is of no use with the old PC BIOS. */
final class TpmWithSeabiosRule extends NodeRule {

  TpmWithSeabiosRule() {
    super("TF-TPM-WITH-SEABIOS", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.vm().firmware().bios() == Bios.SEABIOS && node.vm().firmware().tpm()) {
      complaints.about(
          "tpm",
          "Talos measures its boot into a TPM with UEFI only.",
          "Set bios: ovmf, or tpm: false.");
    }
  }
}
