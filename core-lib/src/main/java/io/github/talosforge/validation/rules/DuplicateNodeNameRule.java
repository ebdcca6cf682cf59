package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import java.util.HashMap;
import java.util.Map;

/** Two nodes have the same name. */
final class DuplicateNodeNameRule extends ClusterRule {

  DuplicateNodeNameRule() {
    super("TF-DUPLICATE-NODE-NAME", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    Map<NodeName, NodeSpec> first = new HashMap<>();
    OncePerPool once = new OncePerPool();
    for (NodeSpec node : spec.nodes()) {
      NodeSpec earlier = first.putIfAbsent(node.name(), node);
      if (earlier != null && once.test(node)) {
        findings.report(
            node.provenance().nearest("name"),
            "The name " + node.name() + " is that of another node too.",
            "Give every node a name of its own; members of a pool are called <pool>-1, <pool>-2 and"
                + " so on.");
      }
    }
  }
}
