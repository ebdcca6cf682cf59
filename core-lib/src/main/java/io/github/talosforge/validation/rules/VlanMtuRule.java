package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.GuestVlan;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeSpec;

/** A VLAN's packets are larger than its network card's, which Linux refuses. */
final class VlanMtuRule extends NodeRule {
  private static final int OF_ETHERNET = 1500;
  private static final int MTU_OF_BRIDGE = 1;

  VlanMtuRule() {
    super("TF-VLAN-MTU", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    for (NicSpec card : node.vm().nics()) {
      int most = card.mtu().orElse(OF_ETHERNET);
      for (GuestVlan vlan : card.vlans()) {
        int mtu = vlan.mtu().orElse(0);
        if (most != MTU_OF_BRIDGE && mtu > most) {
          complaints.about(
              GuestVlans.key(node, card),
              "VLAN " + vlan.tag() + " has mtu " + mtu + ", its network card only " + most + ".",
              "Give the card an mtu that is at least as large.");
        }
      }
    }
  }
}
