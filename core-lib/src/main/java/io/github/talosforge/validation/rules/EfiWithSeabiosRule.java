package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.FirmwareSpec.Bios;
import io.github.talosforge.model.NodeSpec;
import java.util.List;

/** EFI settings have no effect with the old PC BIOS. */
final class EfiWithSeabiosRule extends NodeRule {
  private static final List<String> KEYS = List.of("efi_type", "efi_pre_enrolled_keys");

  EfiWithSeabiosRule() {
    super("TF-EFI-WITH-SEABIOS", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.vm().firmware().bios() != Bios.SEABIOS) {
      return;
    }
    for (String key : KEYS) {
      if (node.provenance().isWritten(key)) {
        complaints.about(
            key, key + " has no effect with bios: seabios.", "Remove it, or set bios: ovmf.");
      }
    }
  }
}
