package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.proxmox.property.VmConfigKey;

/** An option is set that Proxmox VE does not know. */
final class UnknownOptionRule extends NodeRule {
  UnknownOptionRule() {
    super("TF-OPTION-UNKNOWN", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    for (String key : node.vm().options().keySet()) {
      if (VmConfigKey.of(key).option().isEmpty()) {
        complaints.about(
            "vm_options." + key,
            "Neither Proxmox VE 8 nor 9 has an option " + key + ".",
            "Look for its name in Proxmox VE's documentation of VM options.");
      }
    }
  }
}
