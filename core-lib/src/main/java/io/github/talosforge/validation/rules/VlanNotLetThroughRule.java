package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.GuestVlan;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeSpec;
import java.util.List;

/** Proxmox does not let the VLANs through that the guest tags. */
final class VlanNotLetThroughRule extends NodeRule {

  VlanNotLetThroughRule() {
    super("TF-VLAN-NOT-LET-THROUGH", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    for (NicSpec card : node.vm().nics()) {
      for (GuestVlan vlan : card.vlans()) {
        if (card.trunks().isEmpty() ? card.vlan().isPresent() : !isIn(card.trunks(), vlan)) {
          complaints.about(
              GuestVlans.key(node, card),
              "Talos tags VLAN " + vlan.tag() + ", but Proxmox VE " + why(card) + ".",
              "Add the VLAN to the card's trunks, or leave vlan_tag and trunks out.");
        }
      }
    }
  }

  private static String why(NicSpec card) {
    return card.trunks().isEmpty()
        ? "puts all packets of the card into VLAN " + card.vlan().orElseThrow()
        : "lets only VLANs " + String.join(", ", card.trunks()) + " through";
  }

  private static boolean isIn(List<String> trunks, GuestVlan vlan) {
    return trunks.stream()
        .map(range -> range.split("-", 2))
        .anyMatch(
            ends ->
                Integer.parseInt(ends[0]) <= vlan.tag().value()
                    && vlan.tag().value() <= Integer.parseInt(ends[ends.length - 1]));
  }
}
