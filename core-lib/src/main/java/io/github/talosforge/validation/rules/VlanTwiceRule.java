package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.GuestVlan;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VlanTag;
import java.util.HashSet;
import java.util.Set;

/** A network card has the same VLAN twice. */
final class VlanTwiceRule extends NodeRule {

  VlanTwiceRule() {
    super("TF-VLAN-TWICE", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    for (NicSpec card : node.vm().nics()) {
      Set<VlanTag> seen = new HashSet<>();
      for (GuestVlan vlan : card.vlans()) {
        if (!seen.add(vlan.tag())) {
          complaints.about(
              GuestVlans.key(node, card),
              "VLAN " + vlan.tag() + " is on one network card twice.",
              "Write it once, with all its addresses and routes.");
        }
      }
    }
  }
}
