package io.github.talosforge.desired;

import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NetworkSpec;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.proxmox.property.IpConfig;
import io.github.talosforge.proxmox.property.NetworkDevice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes network cards and the addresses that cloud-init gives them. */
final class NetworkCards {

  private NetworkCards() {}

  static Map<String, String> options(
      NodeSpec node, NodeAssignment assignment, NetworkSpec network) {
    Map<String, String> options = new TreeMap<>();
    List<NicSpec> cards = new ArrayList<>(List.of(node.vm().nic()));
    cards.addAll(node.vm().extraNics());
    for (int i = 0; i < cards.size(); i++) {
      options.put("net" + i, card(cards.get(i), assignment.macs().get(i)).text());
    }
    if (node.image().provision() != Provision.ISO) {
      cloudInit(assignment, network, cards, options);
    }
    return options;
  }

  private static NetworkDevice card(NicSpec nic, MacAddress mac) {
    NetworkDevice card =
        NetworkDevice.ofModel(nic.model())
            .withMacAddress(mac.toString())
            .withBridge(nic.bridge().value());
    if (nic.queues() > 1) {
      card = card.withQueues(nic.queues());
    }
    if (nic.vlan().isPresent()) {
      card = card.withVlan(nic.vlan().get().value());
    }
    if (!nic.trunks().isEmpty()) {
      card = card.withTrunks(String.join(";", nic.trunks()));
    }
    card = nic.firewall() ? card.withFirewall(true) : card;
    return limited(nic, nic.linkDown() ? card.withLinkDown(true) : card);
  }

  private static NetworkDevice limited(NicSpec nic, NetworkDevice card) {
    NetworkDevice limited = card;
    if (nic.rate().filter(rate -> rate.compareTo(BigDecimal.ZERO) > 0).isPresent()) {
      limited = limited.withRate(nic.rate().get());
    }
    return nic.mtu().isPresent() ? limited.withMtu(nic.mtu().get()) : limited;
  }

  private static void cloudInit(
      NodeAssignment assignment,
      NetworkSpec network,
      List<NicSpec> cards,
      Map<String, String> options) {
    options.put("ipconfig0", address(assignment, network).text());
    for (int i = 1; i < cards.size(); i++) {
      String key = "ipconfig" + i;
      cards
          .get(i)
          .address()
          .ifPresent(address -> options.put(key, IpConfig.none().withAddress(address).text()));
    }
    if (!network.dnsServers().isEmpty()) {
      options.put("nameserver", String.join(" ", network.dnsServers()));
    }
  }

  private static IpConfig address(NodeAssignment assignment, NetworkSpec network) {
    if (assignment.address().isEmpty()) {
      return IpConfig.none().withAddress("dhcp");
    }
    Ipv4Address own = assignment.address().get();
    IpConfig fixed = IpConfig.none().withAddress(own + "/" + network.nodeCidr().prefixLength());
    return network.gateway().map(gate -> fixed.withGateway(gate.toString())).orElse(fixed);
  }
}
