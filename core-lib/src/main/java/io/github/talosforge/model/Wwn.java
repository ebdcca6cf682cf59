package io.github.talosforge.model;

import java.util.Locale;

/**
 * The world wide name of a disk, by which Talos finds it again whatever its device name is.
 *
 * @param value the name as Proxmox VE takes it: {@code 0x5} and 15 lower-case hexadecimal digits
 */
public record Wwn(String value) implements Comparable<Wwn> {
  private static final Grammar GRAMMAR =
      Grammar.of(
          "a world wide name",
          "0x5 and 15 more hexadecimal digits, such as 0x5000c500a1b2c3d4",
          "0x5[0-9a-f]{15}");
  private static final String TYPED = "0[xX]5[0-9A-Fa-f]{15}";

  /** Checks the form of the name. */
  public Wwn {
    GRAMMAR.check(value);
  }

  /** Reads a name in any case. */
  public static Wwn of(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (!GRAMMAR.pattern().matcher(lower).matches()) {
      throw GRAMMAR.invalid(text, TYPED);
    }
    return new Wwn(lower);
  }

  /** Returns the name as Talos' {@code disk.wwid} shows it, such as naa.5000c500a1b2c3d4. */
  public String talosWwid() {
    return "naa." + value.substring(2);
  }

  @Override
  public int compareTo(Wwn other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
