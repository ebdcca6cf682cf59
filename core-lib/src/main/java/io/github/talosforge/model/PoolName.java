package io.github.talosforge.model;

/**
 * The name of a Proxmox VE resource pool, nested ones with their parents.
 *
 * @param value the name
 */
public record PoolName(String value) implements Comparable<PoolName> {
  private static final Grammar GRAMMAR =
      Grammar.of(
          "a Proxmox VE pool",
          "letters, digits, '.', '-' and '_', at most three such names joined by '/'",
          "[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+){0,2}");

  /** Checks the form of the name. */
  public PoolName {
    GRAMMAR.check(value);
  }

  /** Reads a name such as {@code kubernetes}. */
  public static PoolName of(String text) {
    return new PoolName(text);
  }

  @Override
  public int compareTo(PoolName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
