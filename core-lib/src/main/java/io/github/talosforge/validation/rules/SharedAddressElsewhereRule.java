package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import java.util.List;

/** Two clusters on different Proxmox VE have an address in common. */
final class SharedAddressElsewhereRule extends ClustersRule {

  SharedAddressElsewhereRule() {
    super("TF-CLUSTERS-SHARE-ADDRESS-ELSEWHERE", Severity.WARNING);
  }

  @Override
  public void check(List<ClusterSpec> specs, RuleFindings findings) {
    Clash.each(
        specs,
        (one, other) -> !Neighbours.shareProxmox(one, other),
        Neighbours::addresses,
        (address, spec, other, location) ->
            findings.report(
                location,
                "The address "
                    + address
                    + " belongs to cluster "
                    + other.name()
                    + " on another Proxmox VE as well.",
                "Ignore this if the two networks do not know each other; change one of them"
                    + " otherwise."));
  }
}
