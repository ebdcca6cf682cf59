package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;

/** Secure boot without a TPM protects the boot only, not the disks. */
final class SecureBootTpmRule extends NodeRule {

  SecureBootTpmRule() {
    super("TF-SECUREBOOT-TPM", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.image().secureBoot() && !node.vm().firmware().tpm()) {
      complaints.about(
          "tpm",
          "Secure boot without a TPM cannot bind disk encryption to what was booted.",
          "Set tpm: true.");
    }
  }
}
