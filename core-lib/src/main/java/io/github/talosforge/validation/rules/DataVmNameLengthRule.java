package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;

/** The name of a data VM would be longer than a DNS label may be. */
final class DataVmNameLengthRule extends NodeRule {
  private static final int LONGEST = 63 - "-data".length();

  DataVmNameLengthRule() {
    super("TF-DATA-VM-NAME-TOO-LONG", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.volumes().dataVm() && node.name().value().length() > LONGEST) {
      complaints.about(
          "name",
          "The name of the data VM, which has -data behind, would have more than 63 characters.",
          "Shorten the name to " + LONGEST + " characters, or set data_vm: false.");
    }
  }
}
