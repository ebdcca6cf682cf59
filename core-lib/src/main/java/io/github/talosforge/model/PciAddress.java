package io.github.talosforge.model;

import java.util.Locale;

/**
 * The place of a device on a host's PCI bus.
 *
 * @param value domain, bus, device and, unless all functions are meant, the function
 */
public record PciAddress(String value) {
  private static final Grammar GRAMMAR =
      Grammar.of(
          "a PCI address",
          "[domain:]bus:device[.function] in hexadecimal digits, such as 0000:01:00.0",
          "([0-9a-f]{4,}:)?[0-9a-f]{2}:[0-9a-f]{2}([.][0-7])?");

  /** Checks the form of the address. */
  public PciAddress {
    GRAMMAR.check(value);
  }

  /** Reads an address in any case; one without domain is in domain 0000. */
  public static PciAddress of(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (!GRAMMAR.pattern().matcher(lower).matches()) {
      throw GRAMMAR.invalid(text);
    }
    return new PciAddress(lower.indexOf(':') == lower.lastIndexOf(':') ? "0000:" + lower : lower);
  }

  @Override
  public String toString() {
    return value;
  }
}
