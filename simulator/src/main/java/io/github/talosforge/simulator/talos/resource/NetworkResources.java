package io.github.talosforge.simulator.talos.resource;

import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.NodeNetwork;
import io.github.talosforge.simulator.talos.Talos;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The network of a node. */
final class NetworkResources {
  private static final int ETHERNET = 1;

  private final Talos talos;

  NetworkResources(Talos talos) {
    this.talos = talos;
  }

  List<NodeResource> links(Machine machine) {
    List<NodeResource> links = new ArrayList<>();
    int index = 2;
    for (NodeNetwork.Link link : talos.network().links(machine)) {
      links.add(NodeResources.resource(ResourceType.LINK_STATUS, link.name(), link(link, index)));
      index++;
    }
    return links;
  }

  private static Spec link(NodeNetwork.Link link, int index) {
    byte[] mac = HexFormat.ofDelimiter(":").parseHex(link.mac());
    return new Spec()
        .number(1, "index", index)
        .choice(2, "type", "ether", ETHERNET)
        .number(3, "linkIndex", 0)
        .bytes(5, "hardwareAddr", link.mac(), mac)
        .bytes(30, "permanentAddr", link.mac(), mac)
        .number(7, "mtu", 1500)
        .text(8, "queueDisc", "pfifo_fast")
        .choice(10, "operationalState", link.up() ? "up" : "down", link.up() ? 6 : 2)
        .text(11, "kind", "")
        .text(12, "slaveKind", "")
        .text(15, "driver", "virtio_net")
        .flag(22, "linkState", link.up());
  }

  List<NodeResource> addresses(Machine machine) {
    List<NodeResource> addresses = new ArrayList<>();
    addresses.add(address("lo", "127.0.0.1/8", 1));
    int index = 2;
    for (NodeNetwork.Link link : talos.network().links(machine)) {
      for (String address : link.addresses()) {
        addresses.add(address(link.name(), address, index));
      }
      index++;
    }
    return addresses;
  }

  private static NodeResource address(String link, String address, int index) {
    boolean six = address.contains(":");
    Spec spec =
        new Spec()
            .address(1, "address", address)
            .address(2, "local", address.replaceFirst("/.*", ""))
            .number(6, "linkIndex", index)
            .text(7, "linkName", link)
            .choice(8, "family", six ? "inet6" : "inet4", six ? 10 : 2)
            .choice(9, "scope", link.equals("lo") ? "host" : "global", link.equals("lo") ? 254 : 0);
    return NodeResources.resource(ResourceType.ADDRESS_STATUS, link + "/" + address, spec);
  }

  List<NodeResource> nodeAddresses(Machine machine) {
    List<String> all =
        talos.network().links(machine).stream().flatMap(l -> l.addresses().stream()).toList();
    return List.of(
        nodeAddress("current", all),
        nodeAddress("accumulative", all),
        nodeAddress("default", all.stream().limit(1).toList()),
        nodeAddress("routed", all));
  }

  private static NodeResource nodeAddress(String id, List<String> addresses) {
    return NodeResources.resource(
        ResourceType.NODE_ADDRESS, id, new Spec().addresses(1, "addresses", addresses));
  }
}
