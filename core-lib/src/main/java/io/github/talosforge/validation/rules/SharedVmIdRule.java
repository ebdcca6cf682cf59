package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import java.util.ArrayList;
import java.util.List;

/** Two clusters on one Proxmox VE demand the same id. */
final class SharedVmIdRule extends ClustersRule {

  SharedVmIdRule() {
    super("TF-CLUSTERS-SHARE-VM-ID", Severity.ERROR);
  }

  @Override
  public void check(List<ClusterSpec> specs, RuleFindings findings) {
    Clash.each(
        specs,
        Neighbours::shareProxmox,
        SharedVmIdRule::ids,
        (id, spec, other, location) ->
            findings.report(
                location,
                "The id " + id + " is demanded in cluster " + other.name() + " as well.",
                "Change one of them; ids are unique in a Proxmox VE cluster."));
  }

  private static List<Demand<Long>> ids(ClusterSpec spec) {
    List<Demand<Long>> ids = new ArrayList<>();
    for (Demand<Long> id : Demand.ids(spec)) {
      ids.add(id);
      if (id.node().volumes().dataVm()) {
        ids.add(new Demand<>(id.value() * 10, id.node(), id.location()));
      }
    }
    return ids;
  }
}
