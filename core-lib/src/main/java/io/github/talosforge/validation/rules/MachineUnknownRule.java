package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import java.util.regex.Pattern;

/** The machine type is none of Proxmox VE's. */
final class MachineUnknownRule extends NodeRule {
  private static final Pattern KNOWN =
      Pattern.compile(
          "pc|i440fx|q35|virt"
              + "|(pc|pc-i440fx|pc-q35|virt)-[0-9]+([.][0-9]+)+([+]pve[0-9]+)?([.]pxe)?");

  MachineUnknownRule() {
    super("TF-MACHINE-UNKNOWN", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (!KNOWN.matcher(node.vm().firmware().machine()).matches()) {
      complaints.about(
          "machine",
          "Proxmox VE has no machine type " + node.vm().firmware().machine() + ".",
          "Use q35, i440fx, virt for arm64, or one with its version such as pc-q35-9.2.");
    }
  }
}
