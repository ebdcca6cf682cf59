package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskEncryptionSpec;
import io.github.talosforge.model.DiskEncryptionSpec.EncryptionKey;

/** Disk keys come from a key server that nobody names. */
final class EncryptionKmsRule extends ClusterRule {

  EncryptionKmsRule() {
    super("TF-ENCRYPTION-KMS", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    DiskEncryptionSpec encryption = spec.talos().encryption();
    boolean wanted =
        encryption.state() == EncryptionKey.KMS || encryption.ephemeral() == EncryptionKey.KMS;
    if (wanted && encryption.kmsEndpoint().isEmpty()) {
      findings.report(
          spec.provenance()
              .nearest(
                  encryption.state() == EncryptionKey.KMS
                      ? "disk_encryption.state"
                      : "disk_encryption.ephemeral"),
          "Disk keys are to come from a key server, but disk_encryption names none.",
          "Add kms_endpoint to disk_encryption.");
    }
  }
}
