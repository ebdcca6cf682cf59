package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Ipv4Address;

/** A demanded address is the subnet's own or its broadcast address. */
final class AddressNotHostRule extends ClusterRule {

  AddressNotHostRule() {
    super("TF-ADDRESS-NOT-A-HOST", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    CidrBlock subnet = spec.network().nodeCidr();
    for (Demand<Ipv4Address> address : Demand.addresses(spec)) {
      if (subnet.contains(address.value()) && !subnet.isHost(address.value())) {
        findings.report(
            address.location(),
            "The address "
                + address.value()
                + " of node "
                + address.node().name()
                + " is "
                + (address.value().equals(subnet.network())
                    ? "the subnet's own"
                    : "the broadcast address")
                + ".",
            "Choose an address between the two.");
      }
    }
  }
}
