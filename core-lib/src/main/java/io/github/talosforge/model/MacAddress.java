package io.github.talosforge.model;

import java.util.Locale;

/**
 * The address of a network card: six upper-case hexadecimal bytes joined by colons.
 *
 * @param value the address, such as {@code BC:24:11:62:36:54}
 */
public record MacAddress(String value) implements Comparable<MacAddress> {
  private static final String KIND = "a MAC address";
  private static final Grammar GRAMMAR =
      Grammar.of(
          KIND,
          "six two-digit hexadecimal numbers joined by ':', such as BC:24:11:62:36:54",
          "[0-9A-F]{2}(:[0-9A-F]{2}){5}");
  private static final String TYPED =
      "[0-9A-Fa-f]{2}(?:(?::[0-9A-Fa-f]{2}){5}|(?:-[0-9A-Fa-f]{2}){5})";

  /** Checks the form, and that the address belongs to one card. */
  public MacAddress {
    GRAMMAR.check(value);
    if ((Integer.parseInt(value.substring(0, 2), 16) & 1) == 1) {
      throw new InvalidValueException(
          KIND, "a unicast address, whose first number is even; this one is a group's", value);
    }
    if (value.equals("00:00:00:00:00:00")) {
      throw new InvalidValueException(KIND, "an address other than zero", value);
    }
  }

  /** Reads an address in any case, joined by {@code :} or {@code -}. */
  public static MacAddress of(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    String colons = upper.indexOf(':') < 0 ? upper.replace('-', ':') : upper;
    if (!GRAMMAR.pattern().matcher(colons).matches()) {
      throw GRAMMAR.invalid(text, TYPED);
    }
    return new MacAddress(colons);
  }

  @Override
  public int compareTo(MacAddress other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
