package io.github.talosforge.model;

import java.util.List;
import java.util.Optional;

/**
 * A VLAN that the node itself tags on one of its network cards.
 *
 * @param tag the VLAN's number
 * @param addresses the node's addresses in it with their prefix lengths
 * @param dhcp whether an address is asked for by DHCP
 * @param mtu the largest packet; the card's when absent
 * @param routes networks that are reached through it
 */
public record GuestVlan(
    VlanTag tag,
    List<String> addresses,
    boolean dhcp,
    Optional<Integer> mtu,
    List<NetworkRoute> routes) {

  /** Keeps own copies of the lists. */
  public GuestVlan {
    addresses = List.copyOf(addresses);
    routes = List.copyOf(routes);
  }

  /** Tells whether the node has an address of its own in the VLAN. */
  public boolean isAddressed() {
    return dhcp || !addresses.isEmpty();
  }
}
