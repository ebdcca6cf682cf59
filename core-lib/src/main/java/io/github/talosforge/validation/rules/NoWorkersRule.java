package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;

/** There is no node that workloads may run on. */
final class NoWorkersRule extends ClusterRule {

  NoWorkersRule() {
    super("TF-NO-WORKERS", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    boolean controlPlanes = !spec.nodes(NodeRole.CONTROL_PLANE).isEmpty();
    if (controlPlanes
        && spec.nodes(NodeRole.WORKER).isEmpty()
        && !spec.kubernetes().scheduleOnControlPlanes()) {
      findings.report(
          spec.provenance().nearest("allow_scheduling_on_control_planes"),
          "There are no workers, and control planes take no workloads: nothing can run.",
          "Add workers, or set allow_scheduling_on_control_planes: true.");
    }
  }
}
