package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;

/** Keys are enrolled that did not sign Talos. */
final class SecureBootKeysRule extends NodeRule {

  SecureBootKeysRule() {
    super("TF-SECUREBOOT-KEYS", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.image().secureBoot() && node.vm().firmware().preEnrolledKeys()) {
      complaints.about(
          "efi_pre_enrolled_keys",
          "With the distributions' keys enrolled, the firmware refuses Talos, which has its own.",
          "Set efi_pre_enrolled_keys: false; Talos then enrols its keys on first boot.");
    }
  }
}
