package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.GuestVlan;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NetworkRoute;
import io.github.talosforge.model.NodeSpec;

/** A route's gateway cannot be reached in its VLAN. */
final class VlanGatewayRule extends NodeRule {

  VlanGatewayRule() {
    super("TF-VLAN-GATEWAY", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    node.vm()
        .nics()
        .forEach(
            card ->
                card.vlans().forEach(vlan -> check(vlan, GuestVlans.key(node, card), complaints)));
  }

  private static void check(GuestVlan vlan, String key, Complaints complaints) {
    for (NetworkRoute route : vlan.routes()) {
      boolean near =
          vlan.addresses().stream().anyMatch(address -> isNear(address, route.gateway()));
      if (!near && !vlan.dhcp()) {
        complaints.about(
            key,
            "The gateway "
                + route.gateway()
                + " of VLAN "
                + vlan.tag()
                + " is in no network that the node has an address of there.",
            "Correct the gateway, or give the VLAN an address of the gateway's network.");
      }
    }
  }

  private static boolean isNear(String own, Ipv4Address gateway) {
    int prefix = GuestVlans.prefix(own);
    int mask = prefix == 0 ? 0 : -1 << (32 - prefix);
    Ipv4Address first = new Ipv4Address(GuestVlans.address(own).bits() & mask);
    return new CidrBlock(first, prefix).contains(gateway);
  }
}
