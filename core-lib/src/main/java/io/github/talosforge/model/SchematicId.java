package io.github.talosforge.model;

/**
 * The name that the Image Factory gave to a set of system extensions and kernel arguments.
 *
 * @param value the name
 */
public record SchematicId(String value) implements Comparable<SchematicId> {
  private static final Grammar GRAMMAR =
      Grammar.of("a schematic id", "64 lower-case hexadecimal digits", "[0-9a-f]{64}");

  /** Checks the form of the name. */
  public SchematicId {
    GRAMMAR.check(value);
  }

  /** Reads a name such as {@code 376567988ad3…}. */
  public static SchematicId of(String text) {
    return new SchematicId(text);
  }

  @Override
  public int compareTo(SchematicId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
