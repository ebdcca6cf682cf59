package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;

/** The cluster has no control plane. */
final class NoControlPlaneRule extends ClusterRule {

  NoControlPlaneRule() {
    super("TF-NO-CONTROL-PLANE", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    if (spec.nodes(NodeRole.CONTROL_PLANE).isEmpty()) {
      findings.report(
          spec.provenance().nearest("nodes"),
          "The cluster has no control plane.",
          "Add a node with controller: true, or a pool with role: control_plane.");
    }
  }
}
