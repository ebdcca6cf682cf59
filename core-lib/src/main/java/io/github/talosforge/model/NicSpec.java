package io.github.talosforge.model;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * A network card of a VM.
 *
 * @param mac the requested hardware address
 * @param model the card's model
 * @param bridge the bridge that it is plugged into
 * @param vlan the VLAN of untagged packets
 * @param trunks VLANs or ranges of them that the guest may tag
 * @param queues the packet queues
 * @param firewall whether Proxmox's firewall filters it
 * @param linkDown whether its cable is pulled
 * @param rate the limit in megabytes per second
 * @param mtu the largest packet; 1 takes the bridge's
 * @param address the address of a further card with its prefix length, or {@code dhcp}
 * @param vlans the VLANs that the node tags itself on this card
 */
public record NicSpec(
    Optional<MacAddress> mac,
    String model,
    BridgeName bridge,
    Optional<VlanTag> vlan,
    List<String> trunks,
    int queues,
    boolean firewall,
    boolean linkDown,
    Optional<BigDecimal> rate,
    Optional<Integer> mtu,
    Optional<String> address,
    List<GuestVlan> vlans) {

  /** Keeps own copies of the lists. */
  public NicSpec {
    trunks = List.copyOf(trunks);
    vlans = List.copyOf(vlans);
  }
}
