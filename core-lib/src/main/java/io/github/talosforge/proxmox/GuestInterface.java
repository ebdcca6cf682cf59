package io.github.talosforge.proxmox;

import java.util.List;
import java.util.Optional;

/**
 * A network interface as the guest sees it.
 *
 * @param name its name in the guest
 * @param macAddress its hardware address
 * @param addresses its addresses, perhaps none
 */
public record GuestInterface(String name, Optional<String> macAddress, List<Address> addresses) {
  /** Copies the list. */
  public GuestInterface {
    addresses = List.copyOf(addresses);
  }

  /**
   * An address of an interface.
   *
   * @param address the address
   * @param family {@code ipv4} or {@code ipv6}
   * @param prefixLength the length of the network part
   */
  public record Address(String address, String family, int prefixLength) {}
}
