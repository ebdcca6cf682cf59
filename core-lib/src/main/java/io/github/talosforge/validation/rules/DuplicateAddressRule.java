package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;

/** Two nodes demand the same address. */
final class DuplicateAddressRule extends ClusterRule {

  DuplicateAddressRule() {
    super("TF-DUPLICATE-ADDRESS", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    Repetition.each(
        Demand.addresses(spec),
        (later, first) ->
            findings.report(
                later.location(),
                "Node "
                    + later.node().name()
                    + " demands the address "
                    + later.value()
                    + ", which is node "
                    + first.node().name()
                    + "'s.",
                "Give one of them another address, or leave it out to get a free one."));
  }
}
