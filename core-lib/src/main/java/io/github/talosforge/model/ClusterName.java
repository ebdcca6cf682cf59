package io.github.talosforge.model;

/**
 * The name of a cluster: one DNS label.
 *
 * @param value the name
 */
public record ClusterName(String value) implements Comparable<ClusterName> {
  private static final Grammar GRAMMAR =
      Grammar.of(
          "a cluster name",
          "1 to 63 lower-case letters, digits and '-', not at the ends",
          "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  /** Checks the form of the name. */
  public ClusterName {
    GRAMMAR.check(value);
  }

  /** Reads a name such as {@code homelab}. */
  public static ClusterName of(String text) {
    return new ClusterName(text);
  }

  @Override
  public int compareTo(ClusterName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
