package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.NodeSpec;

/** Secure boot keys are enrolled by the ISO, not by disk images. */
final class SecureBootEnrolmentRule extends NodeRule {

  SecureBootEnrolmentRule() {
    super("TF-SECUREBOOT-ENROLMENT", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.image().secureBoot() && node.image().provision() != Provision.ISO) {
      complaints.about(
          "provision",
          "Talos' ISO enrols its secure boot keys on first boot; a disk image may start"
              + " unverified.",
          "Set provision: iso, or enrol the keys in the template's EFI disk.");
    }
  }
}
