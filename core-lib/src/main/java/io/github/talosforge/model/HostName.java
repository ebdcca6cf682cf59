package io.github.talosforge.model;

/**
 * The name of a Proxmox VE node: a host, in contrast to the cluster's nodes that run on it.
 *
 * @param value the name
 */
public record HostName(String value) implements Comparable<HostName> {
  private static final Grammar GRAMMAR =
      Grammar.of(
          "a Proxmox VE node",
          "1 to 63 letters, digits and '-', not at the ends",
          "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?");

  /** Checks the form of the name. */
  public HostName {
    GRAMMAR.check(value);
  }

  /** Reads a name such as {@code pve1}. */
  public static HostName of(String text) {
    return new HostName(text);
  }

  @Override
  public int compareTo(HostName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
