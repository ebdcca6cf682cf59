package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import java.util.List;

/** The boot order leaves out the system disk. */
final class BootOrderRule extends NodeRule {

  BootOrderRule() {
    super("TF-BOOT-ORDER", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    List<String> order = node.vm().bootOrder();
    if (!order.isEmpty() && !order.contains("scsi0")) {
      complaints.about(
          "boot_order",
          "The boot order " + String.join(", ", order) + " leaves out scsi0, where Talos is.",
          "Add scsi0, best in front.");
    }
  }
}
