package io.github.talosforge.model;

/**
 * A DNS name of one or more labels.
 *
 * @param value the name
 */
public record DnsDomain(String value) implements Comparable<DnsDomain> {
  private static final Grammar GRAMMAR =
      Grammar.of(
          "a DNS domain",
          "lower-case DNS labels joined by '.', at most 253 characters",
          "(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?([.][a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*");

  /** Checks the form of the name. */
  public DnsDomain {
    GRAMMAR.check(value);
  }

  /** Reads a name such as {@code cluster.local}. */
  public static DnsDomain of(String text) {
    return new DnsDomain(text);
  }

  @Override
  public int compareTo(DnsDomain other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
