package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.VlanTag;
import java.util.List;

/** The keys of one entry of {@code vlans}, which Talos tags itself. */
public final class VlanKeys {
  /** What asks for an address instead of naming one. */
  public static final String DHCP = "dhcp";

  /** Number. */
  public final Key<VlanTag> tag =
      Key.named("vlan_id", NicKeys.TAGS)
          .alias("id", "tag")
          .required()
          .means("The VLAN's number.", "30");

  /** Addresses. */
  public final Key<List<String>> addresses =
      Key.named("addresses", ListType.replacing(Grammars.INTERFACE_ADDRESS))
          .alias("address")
          .means("The node's addresses in the VLAN.", "[10.30.0.11/24]");

  /** MTU. */
  public final Key<Integer> mtu =
      Key.named("mtu", new IntegerType(576, 65_520))
          .means("The largest packet; the default is the card's.", "1500");

  /** Network of a route. */
  public final Key<CidrBlock> network =
      Key.named("network", Grammars.CIDR).required().means("The network.", "10.40.0.0/16");

  /** Gateway of a route. */
  public final Key<Ipv4Address> gateway =
      Key.named("gateway", Grammars.ADDRESS)
          .required()
          .means("The router's address in the VLAN.", "10.30.0.1");

  /** Metric of a route. */
  public final Key<Integer> metric =
      Key.named("metric", new IntegerType(1, 65_535))
          .means("How far away the network counts as; the least one wins.", "2048");

  /** Routes. */
  public final Key<List<Settings>> routes =
      Key.named("routes", ListType.replacing(SectionType.nested(network, gateway, metric)))
          .means(
              "Networks that are reached through the VLAN.",
              "[{network: 10.40.0.0/16, gateway: 10.30.0.1}]");

  final SectionType section = SectionType.nested(tag, addresses, mtu, routes);

  VlanKeys() {}
}
