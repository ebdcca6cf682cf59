package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;

/** Two network cards demand the same hardware address. */
final class DuplicateMacRule extends ClusterRule {

  DuplicateMacRule() {
    super("TF-DUPLICATE-MAC", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    Repetition.each(
        Demand.macs(spec),
        (later, first) ->
            findings.report(
                later.location(),
                "Node "
                    + later.node().name()
                    + " demands the MAC address "
                    + later.value()
                    + ", which is node "
                    + first.node().name()
                    + "'s.",
                "Change one of them, or leave it out: it is then derived from the node's name."));
  }
}
