package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Ipv4Address;

/** A demanded address is not in the nodes' subnet. */
final class AddressOutsideSubnetRule extends ClusterRule {

  AddressOutsideSubnetRule() {
    super("TF-ADDRESS-OUTSIDE-SUBNET", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    CidrBlock subnet = spec.network().nodeCidr();
    OncePerPool once = new OncePerPool();
    for (Demand<Ipv4Address> address : Demand.addresses(spec)) {
      if (!subnet.contains(address.value()) && once.test(address.node())) {
        findings.report(
            address.location(),
            "The address "
                + address.value()
                + " of node "
                + address.node().name()
                + " is not in node_cidr "
                + subnet
                + ".",
            "Choose an address from "
                + subnet.network()
                + " to "
                + subnet.broadcast()
                + ", or correct node_cidr.");
      }
    }
  }
}
