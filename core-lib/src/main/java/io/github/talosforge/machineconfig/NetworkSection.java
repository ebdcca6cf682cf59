package io.github.talosforge.machineconfig;

import io.github.talosforge.machineconfig.document.Fields;
import io.github.talosforge.model.FreeYaml;
import io.github.talosforge.model.GuestVlan;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NetworkRoute;
import io.github.talosforge.model.NetworkSpec;
import io.github.talosforge.model.NicSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes {@code machine.network}. Cards are found by hardware address, for their names depend on
 * the order in which the kernel meets them.
 */
final class NetworkSection {
  private static final String DHCP = "dhcp";

  /** What Proxmox VE reads as the bridge's own MTU, which the card tells the guest by itself. */
  private static final int MTU_OF_BRIDGE = 1;

  private final NodeInput input;
  private final NetworkSpec network;

  private NetworkSection(NodeInput input) {
    this.input = input;
    this.network = input.cluster().network();
  }

  static Fields of(NodeInput input) {
    return new NetworkSection(input).section();
  }

  private Fields section() {
    Fields section = new Fields();
    if (!input.contract().hasNetworkDocuments()) {
      section.put("hostname", input.node().name().value());
    }
    return section
        .putItemsUnlessEmpty("interfaces", interfaces())
        .putUnlessEmpty("nameservers", network.dnsServers());
  }

  private List<FreeYaml.Mapping> interfaces() {
    List<MacAddress> macs = input.assignment().macs();
    List<NicSpec> extra = input.node().vm().extraNics();
    List<FreeYaml.Mapping> interfaces = new ArrayList<>();
    interfaces.add(first(macs.get(0)).mapping());
    for (int i = 0; i < extra.size(); i++) {
      NicSpec nic = extra.get(i);
      interfaces.add(addressed(card(macs.get(i + 1)), nic.address(), nic).mapping());
    }
    return interfaces;
  }

  private Fields first(MacAddress mac) {
    NicSpec nic = input.node().vm().nic();
    Optional<Ipv4Address> own = input.assignment().address();
    Fields card =
        addressed(
            card(mac), own.map(network.nodeCidr()::withPrefix).or(() -> Optional.of(DHCP)), nic);
    if (own.isPresent() && network.gateway().isPresent()) {
      card.putItemsUnlessEmpty("routes", List.of(defaultRoute(network.gateway().get())));
    }
    if (input.isControlPlane() && network.vip().isPresent()) {
      card.put("vip", new Fields().put("ip", network.vip().get().toString()));
    }
    return card;
  }

  private static FreeYaml.Mapping defaultRoute(Ipv4Address gateway) {
    return new Fields().put("network", "0.0.0.0/0").put("gateway", gateway.toString()).mapping();
  }

  private static Fields card(MacAddress mac) {
    String lower = mac.toString().toLowerCase(Locale.ROOT);
    return new Fields().put("deviceSelector", new Fields().put("hardwareAddr", lower));
  }

  /** A card without address stays without: by default Talos would ask for one by DHCP. */
  private static Fields addressed(Fields card, Optional<String> address, NicSpec nic) {
    boolean dynamic = address.filter(DHCP::equals).isPresent();
    card.put("dhcp", dynamic);
    if (address.isPresent() && !dynamic) {
      card.put("addresses", List.of(address.get()));
    }
    if (nic.mtu().filter(mtu -> mtu != MTU_OF_BRIDGE).isPresent()) {
      card.put("mtu", nic.mtu().get());
    }
    return card.putItemsUnlessEmpty(
        "vlans", nic.vlans().stream().map(NetworkSection::vlan).toList());
  }

  /** All versions read VLANs as part of their card, which is found by its hardware address. */
  private static FreeYaml.Mapping vlan(GuestVlan vlan) {
    Fields fields =
        new Fields()
            .put("vlanId", vlan.tag().value())
            .put("dhcp", vlan.dhcp())
            .putUnlessEmpty("addresses", vlan.addresses());
    vlan.mtu().ifPresent(mtu -> fields.put("mtu", mtu));
    return fields
        .putItemsUnlessEmpty("routes", vlan.routes().stream().map(NetworkSection::route).toList())
        .mapping();
  }

  private static FreeYaml.Mapping route(NetworkRoute route) {
    Fields fields =
        new Fields()
            .put("network", route.network().toString())
            .put("gateway", route.gateway().toString());
    route.metric().ifPresent(metric -> fields.put("metric", metric));
    return fields.mapping();
  }
}
