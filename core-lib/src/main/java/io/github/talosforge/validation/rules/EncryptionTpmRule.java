package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskEncryptionSpec.EncryptionKey;
import io.github.talosforge.model.NodeSpec;

/** Disks are to be sealed by a TPM that the VM does not have. */
final class EncryptionTpmRule extends NodeRule {

  EncryptionTpmRule() {
    super("TF-ENCRYPTION-TPM", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    boolean wanted =
        spec.talos().encryption().state() == EncryptionKey.TPM
            || spec.talos().encryption().ephemeral() == EncryptionKey.TPM;
    if (wanted && !node.vm().firmware().tpm()) {
      complaints.about(
          "tpm",
          "Disk keys are to be sealed by a TPM, but the VM has none.",
          "Set tpm: true, or another disk_encryption.");
    }
  }
}
