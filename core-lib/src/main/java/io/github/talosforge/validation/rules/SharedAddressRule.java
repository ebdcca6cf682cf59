package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import java.util.List;

/** Two clusters on one Proxmox VE have an address in common. */
final class SharedAddressRule extends ClustersRule {

  SharedAddressRule() {
    super("TF-CLUSTERS-SHARE-ADDRESS", Severity.ERROR);
  }

  @Override
  public void check(List<ClusterSpec> specs, RuleFindings findings) {
    Clash.each(
        specs,
        Neighbours::shareProxmox,
        Neighbours::addresses,
        (address, spec, other, location) ->
            findings.report(
                location,
                "The address " + address + " belongs to cluster " + other.name() + " as well.",
                "Change one of them; node addresses and shared addresses are unique in a"
                    + " network."));
  }
}
