package io.github.talosforge.model;

/**
 * The name of a bridge or SDN virtual network that a VM's network card is plugged into.
 *
 * @param value the name
 */
public record BridgeName(String value) implements Comparable<BridgeName> {
  private static final Grammar GRAMMAR =
      Grammar.of(
          "a bridge",
          "1 to 15 letters, digits, '.', '-' and '_', such as vmbr0",
          "[A-Za-z0-9_.-]{1,15}");

  /** Checks the form of the name. */
  public BridgeName {
    GRAMMAR.check(value);
  }

  /** Reads a name such as {@code vmbr0}. */
  public static BridgeName of(String text) {
    return new BridgeName(text);
  }

  @Override
  public int compareTo(BridgeName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
