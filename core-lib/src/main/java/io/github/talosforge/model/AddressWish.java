package io.github.talosforge.model;

/** What the user says about a node's address. */
public sealed interface AddressWish {

  /**
   * Exactly this address.
   *
   * @param address the address in the node subnet
   */
  record Fixed(Ipv4Address address) implements AddressWish {}

  /** Whatever the DHCP server gives. */
  record Dhcp() implements AddressWish {}

  /** The one observed, else the next free one. */
  record Open() implements AddressWish {}
}
