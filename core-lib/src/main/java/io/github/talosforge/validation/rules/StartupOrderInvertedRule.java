package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;

/** Workers start before control planes. */
final class StartupOrderInvertedRule extends ClusterRule {

  StartupOrderInvertedRule() {
    super("TF-STARTUP-ORDER-INVERTED", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    int controlPlanes =
        spec.nodes(NodeRole.CONTROL_PLANE).stream()
            .mapToInt(node -> node.vm().lifecycle().startup().order())
            .min()
            .orElse(0);
    spec.nodes(NodeRole.WORKER).stream()
        .filter(node -> node.vm().lifecycle().startup().order() < controlPlanes)
        .findFirst()
        .ifPresent(
            node ->
                findings.report(
                    node.provenance().nearest("vm_startup_order"),
                    "Worker "
                        + node.name()
                        + " starts before every control plane (order "
                        + node.vm().lifecycle().startup().order()
                        + " against "
                        + controlPlanes
                        + ").",
                    "Give workers a larger vm_startup_order than control planes."));
  }
}
