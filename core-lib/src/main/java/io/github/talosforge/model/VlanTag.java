package io.github.talosforge.model;

/**
 * The number of a VLAN.
 *
 * @param value the number, from 1 to 4094
 */
public record VlanTag(int value) {
  private static final WholeNumber GRAMMAR = WholeNumber.of("a VLAN tag", 1, 4094);

  /** Checks the bounds of IEEE 802.1Q. */
  public VlanTag {
    GRAMMAR.check(value);
  }

  /** Returns the tag with this number. */
  public static VlanTag of(int number) {
    return new VlanTag(number);
  }

  /** Reads a tag such as {@code 7}. */
  public static VlanTag of(String text) {
    return new VlanTag(GRAMMAR.parse(text));
  }

  @Override
  public String toString() {
    return Integer.toString(value);
  }
}
