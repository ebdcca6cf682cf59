package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import java.util.HashSet;
import java.util.Set;

/** A node has the name of another node's data VM. */
final class DataVmNameClashRule extends ClusterRule {

  DataVmNameClashRule() {
    super("TF-DATA-VM-NAME-CLASH", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    Set<String> dataVms = new HashSet<>();
    for (NodeSpec node : spec.nodes()) {
      if (node.volumes().dataVm()) {
        dataVms.add(node.name().value() + "-data");
      }
    }
    for (NodeSpec node : spec.nodes()) {
      if (dataVms.contains(node.name().value())) {
        findings.report(
            node.provenance().nearest("name"),
            "The name " + node.name() + " is that of another node's data VM.",
            "Rename the node; a data VM is called like its node, with -data behind.");
      }
    }
  }
}
