package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Ipv4Address;
import java.util.Optional;

/** A node demands the address that the control planes share. */
final class AddressIsVipRule extends ClusterRule {

  AddressIsVipRule() {
    super("TF-ADDRESS-IS-VIP", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    Optional<Ipv4Address> vip = spec.network().vip();
    for (Demand<Ipv4Address> address : Demand.addresses(spec)) {
      if (vip.filter(address.value()::equals).isPresent()) {
        findings.report(
            address.location(),
            "The address "
                + address.value()
                + " of node "
                + address.node().name()
                + " is the one that the control planes share.",
            "Choose for cluster_api_vip an address that no machine has.");
      }
    }
  }
}
