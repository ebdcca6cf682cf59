package io.github.talosforge.model;

/**
 * The name of a node, of its VM and of the Kubernetes node: one DNS label.
 *
 * @param value the name
 */
public record NodeName(String value) implements Comparable<NodeName> {
  private static final Grammar GRAMMAR =
      Grammar.of(
          "a node name",
          "1 to 63 lower-case letters, digits and '-', not at the ends",
          "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  /** Checks the form of the name. */
  public NodeName {
    GRAMMAR.check(value);
  }

  /** Reads a name such as {@code talos-cplane-001}. */
  public static NodeName of(String text) {
    return new NodeName(text);
  }

  @Override
  public int compareTo(NodeName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
