package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;

/** Two nodes demand the same VM id. */
final class DuplicateVmIdRule extends ClusterRule {

  DuplicateVmIdRule() {
    super("TF-DUPLICATE-VM-ID", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    Repetition.each(
        Demand.ids(spec),
        (later, first) ->
            findings.report(
                later.location(),
                "Node "
                    + later.node().name()
                    + " demands the id "
                    + later.value()
                    + ", which is node "
                    + first.node().name()
                    + "'s.",
                "Give one of them another vm_id, or leave it out to get a free one."));
  }
}
