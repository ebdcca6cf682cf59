package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.BridgeName;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.VlanTag;
import java.math.BigDecimal;
import java.util.List;

/** The keys of one entry of {@code extra_nics}. */
public final class ExtraNicKeys {
  /** Bridge. */
  public final Key<BridgeName> bridge =
      Key.named("bridge", Grammars.BRIDGE)
          .required()
          .sets("net[n].bridge")
          .means("The bridge.", "vmbr1");

  /** VLAN. */
  public final Key<VlanTag> vlan =
      Key.named("vlan_tag", NicKeys.TAGS).alias("tag").sets("net[n].tag").means("The VLAN.", "30");

  /** VLAN trunks. */
  public final Key<List<String>> trunks =
      Key.named("trunks", ListType.replacing(Grammars.VLANS))
          .sets("net[n].trunks")
          .means("VLANs that the guest may tag itself.", "[30, 31]");

  /** Model. */
  public final Key<String> model =
      Key.named("model", NicKeys.MODELS)
          .builtIn("virtio")
          .sets("net[n].model")
          .means("The model.", "virtio");

  /** MAC address. */
  public final Key<MacAddress> mac =
      Key.named("mac_addr", NicKeys.MACS)
          .sets("net[n].macaddr")
          .means("The hardware address; derived when absent.", "\"BC:24:11:00:02:01\"");

  /** Queues. */
  public final Key<Integer> queues =
      Key.named("queues", NicKeys.QUEUE_COUNT)
          .builtIn("1")
          .sets("net[n].queues")
          .means("Packet queues.", "4");

  /** Firewall. */
  public final Key<Boolean> firewall =
      Key.named("firewall", new FlagType())
          .builtIn("false")
          .sets("net[n].firewall")
          .means("As net_firewall, for this card.", "true");

  /** Pulled cable. */
  public final Key<Boolean> linkDown =
      Key.named("link_down", new FlagType())
          .builtIn("false")
          .sets("net[n].link_down")
          .means("Whether the card is there without a link, as if its cable was pulled.", "true");

  /** Rate. */
  public final Key<BigDecimal> rate =
      Key.named("rate", NicKeys.RATES)
          .sets("net[n].rate")
          .means("The limit in megabytes per second.", "125");

  /** MTU. */
  public final Key<Integer> mtu =
      Key.named("mtu", Grammars.MTU).sets("net[n].mtu").means("The largest packet.", "9000");

  /** Address. */
  public final Key<String> address =
      Key.named("address", Grammars.INTERFACE_ADDRESS)
          .sets("ipconfig[n].ip", "ipconfig[n].gw")
          .means("The card's address in Talos.", "10.0.0.11/24");

  /** VLANs of the guest. */
  public final Key<List<Settings>> vlans =
      Key.named("vlans", ListType.replacing(NicKeys.GUEST_VLAN.section))
          .means(
              "VLANs that Talos itself tags on the card; keys as in vlans of the first one.",
              "[{vlan_id: 30, addresses: dhcp}]");

  final SectionType section =
      SectionType.nested(
          bridge, vlan, trunks, model, mac, queues, firewall, linkDown, rate, mtu, address, vlans);

  ExtraNicKeys() {}
}
