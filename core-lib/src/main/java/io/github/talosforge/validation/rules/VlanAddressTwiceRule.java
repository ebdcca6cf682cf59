package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.GuestVlan;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VlanTag;
import java.util.ArrayList;
import java.util.List;

/** Two nodes have the same address in a VLAN, as all members of a pool would. */
final class VlanAddressTwiceRule extends ClusterRule {

  VlanAddressTwiceRule() {
    super("TF-VLAN-ADDRESS-TWICE", Severity.ERROR);
  }

  private record Place(VlanTag vlan, Ipv4Address address) {}

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    List<Demand<Place>> demands = new ArrayList<>();
    spec.nodes().forEach(node -> collect(node, demands));
    Repetition.each(
        demands,
        (later, first) ->
            findings.report(
                later.location(),
                "Node "
                    + later.node().name()
                    + " has the address "
                    + later.value().address()
                    + " in VLAN "
                    + later.value().vlan()
                    + ", which is node "
                    + first.node().name()
                    + "'s.",
                "Give each node its own entry with an address of its own, or write dhcp."));
  }

  private static void collect(NodeSpec node, List<Demand<Place>> demands) {
    for (NicSpec card : node.vm().nics()) {
      SourceLocation where = node.provenance().nearest(GuestVlans.key(node, card));
      for (GuestVlan vlan : card.vlans()) {
        vlan.addresses().stream()
            .map(text -> new Place(vlan.tag(), GuestVlans.address(text)))
            .forEach(place -> demands.add(new Demand<>(place, node, where)));
      }
    }
  }
}
