package io.github.talosforge.model;

/**
 * The SHA-256 digest of a file.
 *
 * @param value the name
 */
public record Sha256Digest(String value) implements Comparable<Sha256Digest> {
  private static final Grammar GRAMMAR =
      Grammar.of("a SHA-256 digest", "64 lower-case hexadecimal digits", "[0-9a-f]{64}");

  /** Checks the form of the name. */
  public Sha256Digest {
    GRAMMAR.check(value);
  }

  /** Reads a name such as {@code e3b0c44298fc…}. */
  public static Sha256Digest of(String text) {
    return new Sha256Digest(text);
  }

  @Override
  public int compareTo(Sha256Digest other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
