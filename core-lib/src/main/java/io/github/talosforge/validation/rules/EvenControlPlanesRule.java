package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;

/** The number of control planes is even. */
final class EvenControlPlanesRule extends ClusterRule {

  EvenControlPlanesRule() {
    super("TF-EVEN-CONTROL-PLANES", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    int count = spec.nodes(NodeRole.CONTROL_PLANE).size();
    if (count > 0 && count % 2 == 0) {
      findings.report(
          spec.provenance().nearest("nodes"),
          count
              + " control planes survive the loss of no more of them than "
              + (count - 1)
              + " do, and fail more often.",
          "Use an odd number: " + (count - 1) + " or " + (count + 1) + ".");
    }
  }
}
