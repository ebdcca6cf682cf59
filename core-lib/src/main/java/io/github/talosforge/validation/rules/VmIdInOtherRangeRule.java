package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.VmIdRange;

/** A demanded id lies where ids of another kind are taken from. */
final class VmIdInOtherRangeRule extends ClusterRule {

  VmIdInOtherRangeRule() {
    super("TF-VM-ID-IN-OTHER-RANGE", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    OncePerPool once = new OncePerPool();
    for (Demand<Long> id : Demand.ids(spec)) {
      NodeRole other =
          id.node().role() == NodeRole.WORKER ? NodeRole.CONTROL_PLANE : NodeRole.WORKER;
      VmIdRange foreign = spec.allocation().ids(other);
      VmIdRange own = spec.allocation().ids(id.node().role());
      if (contains(foreign, id.value()) && !contains(own, id.value()) && once.test(id.node())) {
        findings.report(
            id.location(),
            "The id "
                + id.value()
                + " of "
                + id.node().role().label()
                + " "
                + id.node().name()
                + " is in "
                + foreign
                + ", where ids of every "
                + other.label()
                + " are taken from.",
            "Choose an id outside that range, or change vm_id_ranges.");
      }
    }
  }

  private static boolean contains(VmIdRange range, long id) {
    return range.first().value() <= id && id <= range.last().value();
  }
}
