package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The id of a data VM is demanded for something else. */
final class DataVmIdClashRule extends ClusterRule {

  DataVmIdClashRule() {
    super("TF-DATA-VM-ID-CLASH", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    List<Demand<Long>> ids = Demand.ids(spec);
    Map<Long, Demand<Long>> byId = new HashMap<>();
    ids.forEach(id -> byId.putIfAbsent(id.value(), id));
    for (Demand<Long> id : ids) {
      Demand<Long> holder = id.node().volumes().dataVm() ? byId.get(id.value() * 10) : null;
      if (holder != null) {
        findings.report(
            id.location(),
            "The data VM of node "
                + id.node().name()
                + " has the id "
                + id.value() * 10
                + ", which node "
                + holder.node().name()
                + " demands.",
            "Change one vm_id; a data VM has its node's id with a 0 behind.");
      }
    }
  }
}
