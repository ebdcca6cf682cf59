package io.github.talosforge.model;

import java.util.Optional;
import java.util.regex.Matcher;

/**
 * An IPv4 network.
 *
 * @param network the network's first address
 * @param prefixLength the number of bits that all its addresses share, from 0 to 32
 */
public record CidrBlock(Ipv4Address network, int prefixLength) {
  private static final String KIND = "an IPv4 network";
  private static final Grammar GRAMMAR =
      Grammar.of(
          KIND,
          "an IPv4 address, '/' and a prefix length from 0 to 32, such as 192.168.1.0/24",
          "([0-9.]+)/([0-9]|[12][0-9]|3[0-2])");

  /** Checks that the address is the network's first one. */
  public CidrBlock {
    if (prefixLength < 0 || prefixLength > 32) {
      throw GRAMMAR.invalid(network + "/" + prefixLength);
    }
    int first = network.bits() & mask(prefixLength);
    if (first != network.bits()) {
      throw new InvalidValueException(
          KIND,
          "the network's first address: " + new Ipv4Address(first) + "/" + prefixLength,
          network + "/" + prefixLength);
    }
  }

  /** Reads a network such as {@code 192.168.1.0/24}. */
  public static CidrBlock of(String text) {
    Ipv4Address.refuseIpv6(KIND, "an IPv4 network such as 192.168.1.0/24", text);
    Matcher parts = GRAMMAR.match(text);
    Ipv4Address address;
    try {
      address = Ipv4Address.of(parts.group(1));
    } catch (InvalidValueException e) {
      throw new InvalidValueException(KIND, GRAMMAR.expected(), text);
    }
    return new CidrBlock(address, Integer.parseInt(parts.group(2)));
  }

  private static int mask(int prefixLength) {
    return prefixLength == 0 ? 0 : -1 << (32 - prefixLength);
  }

  /** Returns how many addresses the network has, those that no host may have included. */
  public long size() {
    return 1L << (32 - prefixLength);
  }

  /** Returns the network's last address, on which all hosts listen. */
  public Ipv4Address broadcast() {
    return new Ipv4Address(network.bits() | ~mask(prefixLength));
  }

  /** Returns the mask in the dotted form, such as {@code 255.255.255.0}. */
  public Ipv4Address netmask() {
    return new Ipv4Address(mask(prefixLength));
  }

  /** Tells whether an address lies in the network. */
  public boolean contains(Ipv4Address address) {
    return (address.bits() & mask(prefixLength)) == network.bits();
  }

  /**
   * Tells whether a host may have an address: it lies in the network and is neither its first nor
   * its last one, save in networks of one or two addresses.
   */
  public boolean isHost(Ipv4Address address) {
    return contains(address)
        && (prefixLength > 30 || !(address.equals(network) || address.equals(broadcast())));
  }

  /** Returns the address this far from the network's first one, if a host may have it. */
  public Optional<Ipv4Address> host(long offset) {
    if (offset < 0 || offset >= size()) {
      return Optional.empty();
    }
    return Optional.of(new Ipv4Address(network.bits() + (int) offset)).filter(this::isHost);
  }

  /** Tells whether the networks have an address in common. */
  public boolean overlaps(CidrBlock other) {
    return contains(other.network) || other.contains(network);
  }

  /** Returns an address of this network in the form that names both, such as 192.168.1.10/24. */
  public String withPrefix(Ipv4Address address) {
    return address + "/" + prefixLength;
  }

  @Override
  public String toString() {
    return network + "/" + prefixLength;
  }
}
