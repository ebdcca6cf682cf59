package io.github.talosforge.validation;

import static io.github.talosforge.validation.RuleExample.cluster;
import static io.github.talosforge.validation.RuleExample.node;

import io.github.talosforge.fixture.ClusterFixture;
import io.github.talosforge.fixture.NodeFixture;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.GuestVlan;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NetworkRoute;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.VlanTag;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** VLANs that nodes tag themselves. */
final class VlanExamples {
  private VlanExamples() {}

  private static GuestVlan vlan(int tag, String... addresses) {
    return new GuestVlan(VlanTag.of(tag), List.of(addresses), false, Optional.empty(), List.of());
  }

  private static Consumer<NodeFixture> vlans(GuestVlan... vlans) {
    return n -> n.vlans = List.of(vlans);
  }

  private static Consumer<NodeFixture> behind(int tag, String... trunks) {
    return n -> {
      n.vlans = List.of(vlan(30));
      n.vlanTag = tag == 0 ? Optional.empty() : Optional.of(VlanTag.of(tag));
      n.trunks = List.of(trunks);
    };
  }

  private static Consumer<NodeFixture> mtu(int card, int vlan) {
    return n -> {
      n.mtu = card == 0 ? Optional.empty() : Optional.of(card);
      n.vlans =
          List.of(new GuestVlan(VlanTag.of(30), List.of(), true, Optional.of(vlan), List.of()));
    };
  }

  private static Consumer<NodeFixture> gateway(String gateway, boolean dhcp) {
    NetworkRoute route =
        new NetworkRoute(CidrBlock.of("10.40.0.0/16"), Ipv4Address.of(gateway), Optional.empty());
    return n ->
        n.vlans =
            List.of(
                new GuestVlan(
                    VlanTag.of(30),
                    List.of("10.30.0.11/24"),
                    dhcp,
                    Optional.empty(),
                    List.of(route)));
  }

  static List<RuleExample> all() {
    return List.of(
        node(
            "TF-VLAN-TWICE",
            vlans(vlan(30), vlan(31), vlan(30)),
            "VLAN 30 is on one network card twice",
            vlans(vlan(30), vlan(31))),
        cluster(
            "TF-VLAN-ADDRESS-TWICE",
            c ->
                c.worker("a", vlans(vlan(30, "10.30.0.11/24")))
                    .worker("b", vlans(vlan(30, "10.30.0.11/16"))),
            "Node b has the address 10.30.0.11 in VLAN 30, which is node a's.",
            c ->
                c.worker("a", vlans(vlan(30, "10.30.0.11/24")))
                    .worker("b", vlans(vlan(31, "10.30.0.11/24")))),
        cluster(
            "TF-VLAN-ADDRESS-TWICE",
            c -> pool(c, 2),
            "Node p-2 has the address 10.30.0.11 in VLAN 30, which is node p-1's.",
            c -> pool(c, 1)),
        node(
            "TF-VLAN-NOT-LET-THROUGH",
            behind(7),
            "Proxmox VE puts all packets of the card into VLAN 7",
            behind(0)),
        node(
            "TF-VLAN-NOT-LET-THROUGH",
            behind(7, "10-29", "31"),
            "Proxmox VE lets only VLANs 10-29, 31 through",
            behind(7, "10-30")),
        node("TF-VLAN-MTU", mtu(0, 1501), "mtu 1501, its network card only 1500", mtu(0, 1500)),
        node("TF-VLAN-MTU", mtu(8000, 9000), "mtu 9000, its network card only 8000", mtu(1, 9000)),
        node(
            "TF-VLAN-GATEWAY",
            gateway("10.31.0.1", false),
            "The gateway 10.31.0.1 of VLAN 30",
            gateway("10.30.0.1", false)),
        node(
            "TF-VLAN-GATEWAY",
            gateway("10.30.1.1", false),
            "The gateway 10.30.1.1 of VLAN 30",
            gateway("10.30.1.1", true)));
  }

  private static void pool(ClusterFixture cluster, int count) {
    cluster.pool(
        "p",
        NodeRole.WORKER,
        count,
        Optional.empty(),
        Optional.empty(),
        vlans(vlan(30, "10.30.0.11/24")));
  }
}
