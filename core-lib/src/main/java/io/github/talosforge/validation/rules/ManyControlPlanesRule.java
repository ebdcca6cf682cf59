package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;

/** There are more control planes than etcd is good for. */
final class ManyControlPlanesRule extends ClusterRule {
  private static final int MOST = 7;

  ManyControlPlanesRule() {
    super("TF-MANY-CONTROL-PLANES", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    int count = spec.nodes(NodeRole.CONTROL_PLANE).size();
    if (count > MOST) {
      findings.report(
          spec.provenance().nearest("nodes"),
          "Every write waits for the majority of "
              + count
              + " control planes, and etcd is made for at most "
              + MOST
              + ".",
          "Use 3 or 5 control planes, and workers for the rest.");
    }
  }
}
