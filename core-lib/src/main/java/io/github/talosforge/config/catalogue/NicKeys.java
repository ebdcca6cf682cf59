package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.BridgeName;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.VlanTag;
import java.math.BigDecimal;
import java.util.List;

/** Keys of a VM's network cards. */
public final class NicKeys {
  /** More help only VMs that move very many packets. */
  public static final int MOST_QUEUES_BY_DEFAULT = 4;

  static final ChoiceType<String> MODELS =
      ChoiceType.of("virtio", "e1000", "e1000e", "vmxnet3", "rtl8139");
  static final IntegerType QUEUE_COUNT = new IntegerType(1, 16);
  static final DecimalType RATES = new DecimalType(0, 10_240);
  static final TextType<VlanTag> TAGS = new TextType<>("a VLAN from 1 to 4094", VlanTag::of);
  static final TextType<MacAddress> MACS =
      new TextType<>("a MAC address such as BC:24:11:00:01:01", MacAddress::of);

  /** Bridge. */
  public static final Key<BridgeName> BRIDGE =
      Key.named("network_bridge", Grammars.BRIDGE)
          .onNodes()
          .at(Place.CLUSTER, "proxmox_bridge")
          .alias("bridge")
          .builtIn("vmbr0")
          .sets("net0.bridge")
          .means("The bridge that the first network card is plugged into.", "vmbr0");

  /** VLAN. */
  public static final Key<VlanTag> VLAN =
      Key.named("vlan_tag", TAGS)
          .onNodes()
          .at(Place.CLUSTER, "node_vlan_tag")
          .alias("vlan", "vlan_id")
          .sets("net0.tag")
          .means("The VLAN of the first network card.", "7");

  /** VLAN trunks. */
  public static final Key<List<String>> TRUNKS =
      Key.named("vlan_trunks", ListType.replacing(Grammars.VLANS))
          .onNodes()
          .sets("net0.trunks")
          .means("VLANs that the guest may tag itself.", "[10, 20-29]");

  /** Model. */
  public static final Key<String> MODEL =
      Key.named("net_model", MODELS)
          .onNodes()
          .builtIn("virtio")
          .sets("net0.model")
          .means("The network card's model.", "virtio");

  /** Queues. */
  public static final Key<Integer> QUEUES =
      Key.named("net_queues", QUEUE_COUNT)
          .onNodes()
          .builtIn(Integer.toString(MOST_QUEUES_BY_DEFAULT))
          .sets("net0.queues")
          .means(
              "Packet queues of the network card; without the key, no more than the VM has cores,"
                  + " and a VM that exists keeps those that it has.",
              "4");

  /** Firewall. */
  public static final Key<Boolean> FIREWALL =
      Key.named("net_firewall", new FlagType())
          .onNodes()
          .builtIn("false")
          .sets("net0.firewall")
          .means(
              "Whether Proxmox VE's firewall may filter the network card; it does once it is on for"
                  + " the datacenter and the VM.",
              "true");

  /** Rate. */
  public static final Key<BigDecimal> RATE =
      Key.named("net_rate", RATES)
          .onNodes()
          .sets("net0.rate")
          .means("The network card's limit in megabytes per second; 0 is no limit.", "125");

  /** MTU. */
  public static final Key<Integer> MTU =
      Key.named("mtu", Grammars.MTU)
          .onNodes()
          .sets("net0.mtu")
          .means("The largest packet.", "9000");

  /** MAC address. */
  public static final Key<MacAddress> MAC =
      Key.named("mac_addr", MACS)
          .at(Place.NODE)
          .alias("mac_address", "mac")
          .sets("net0.macaddr")
          .means(
              "The first network card's hardware address; derived when absent.",
              "\"BC:24:11:00:01:01\"");

  /** The keys of one entry of {@code vlans}. */
  public static final VlanKeys GUEST_VLAN = new VlanKeys();

  /** VLANs of the guest. */
  public static final Key<List<Settings>> VLANS =
      Key.named("vlans", ListType.replacing(GUEST_VLAN.section))
          .onNodes()
          .means(
              "VLANs that Talos itself tags on the first network card.",
              "[{vlan_id: 30, addresses: 10.30.0.11/24}]");

  /** The keys of one entry of {@code extra_nics}. */
  public static final ExtraNicKeys EXTRA_NIC = new ExtraNicKeys();

  /** More network cards. */
  public static final Key<List<Settings>> EXTRA_NICS =
      Key.named("extra_nics", ListType.replacing(EXTRA_NIC.section).atMost(31))
          .onNodes()
          .alias("nics")
          .sets("net[n]", "ipconfig[n]")
          .means("Network cards behind the first one, in order.", "[{bridge: vmbr1}]");

  static final List<Key<?>> ALL =
      List.of(BRIDGE, VLAN, TRUNKS, MODEL, QUEUES, FIREWALL, RATE, MTU, MAC, VLANS, EXTRA_NICS);

  private NicKeys() {}
}
