package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Ipv4Address;
import java.util.Optional;

/** A node demands the gateway's address. */
final class AddressIsGatewayRule extends ClusterRule {

  AddressIsGatewayRule() {
    super("TF-ADDRESS-IS-GATEWAY", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    Optional<Ipv4Address> gateway = spec.network().gateway();
    for (Demand<Ipv4Address> address : Demand.addresses(spec)) {
      if (gateway.filter(address.value()::equals).isPresent()) {
        findings.report(
            address.location(),
            "The address "
                + address.value()
                + " of node "
                + address.node().name()
                + " is the gateway's.",
            "Give the node another address, or correct node_gateway.");
      }
    }
  }
}
