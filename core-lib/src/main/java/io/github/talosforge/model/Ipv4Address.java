package io.github.talosforge.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An IPv4 address.
 *
 * @param bits the address as one big-endian number
 */
public record Ipv4Address(int bits) implements Comparable<Ipv4Address> {
  private static final String OCTET = "(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])";

  private static final Grammar GRAMMAR =
      Grammar.of(
          "an IPv4 address",
          "four numbers from 0 to 255 joined by '.', such as 192.168.1.10",
          OCTET + "[.]" + OCTET + "[.]" + OCTET + "[.]" + OCTET);

  private static final Pattern IPV6 =
      Pattern.compile("(?=.*:.*:)[0-9A-Fa-f:.]+(%[^/]+)?(/[0-9]+)?");

  /** Reads an address such as {@code 192.168.1.10}. */
  public static Ipv4Address of(String text) {
    refuseIpv6("an IPv4 address", "an IPv4 address such as 192.168.1.10", text);
    Matcher octets = GRAMMAR.match(text);
    int bits = 0;
    for (int i = 1; i <= 4; i++) {
      bits = bits << 8 | Integer.parseInt(octets.group(i));
    }
    return new Ipv4Address(bits);
  }

  static void refuseIpv6(String kind, String instead, String text) {
    if (IPV6.matcher(text).matches()) {
      throw new InvalidValueException(kind, instead + " (IPv6 is not supported here)", text);
    }
  }

  /** Tells whether a text has the form of an IPv6 address, with or without a prefix length. */
  public static boolean looksLikeIpv6(String text) {
    return IPV6.matcher(text).matches();
  }

  /** Returns the address as a number that is never negative. */
  public long toLong() {
    return Integer.toUnsignedLong(bits);
  }

  @Override
  public int compareTo(Ipv4Address other) {
    return Integer.compareUnsigned(bits, other.bits);
  }

  @Override
  public String toString() {
    return (bits >>> 24)
        + "."
        + (bits >>> 16 & 255)
        + "."
        + (bits >>> 8 & 255)
        + "."
        + (bits & 255);
  }
}
