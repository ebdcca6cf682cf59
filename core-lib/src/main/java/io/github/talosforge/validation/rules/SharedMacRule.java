package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import java.util.List;

/** Two clusters demand the same hardware address. */
final class SharedMacRule extends ClustersRule {

  SharedMacRule() {
    super("TF-CLUSTERS-SHARE-MAC", Severity.ERROR);
  }

  @Override
  public void check(List<ClusterSpec> specs, RuleFindings findings) {
    Clash.each(
        specs,
        Neighbours::shareProxmox,
        Demand::macs,
        (mac, spec, other, location) ->
            findings.report(
                location,
                "The MAC address " + mac + " is demanded in cluster " + other.name() + " as well.",
                "Change one of them, or leave it out: it is then derived from the node's name."));
  }
}
