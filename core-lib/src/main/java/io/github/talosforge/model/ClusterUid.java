package io.github.talosforge.model;

/**
 * What tells a cluster from all others for ever, even after it was renamed.
 *
 * @param value the name
 */
public record ClusterUid(String value) implements Comparable<ClusterUid> {
  private static final Grammar GRAMMAR =
      Grammar.of(
          "a cluster uid",
          "1 to 63 lower-case letters, digits and '-', not at the ends",
          "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  /** Checks the form of the name. */
  public ClusterUid {
    GRAMMAR.check(value);
  }

  /** Reads a name such as {@code 4c1f0a52-homelab}. */
  public static ClusterUid of(String text) {
    return new ClusterUid(text);
  }

  @Override
  public int compareTo(ClusterUid other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
