package io.github.talosforge.model;

/** A version of Talos, such as {@code v1.12.4}; the leading {@code v} may be left out. */
public final class TalosVersion implements Comparable<TalosVersion> {
  private static final Grammar GRAMMAR = VersionNumber.grammar("Talos", "v1.12.4");

  private final VersionNumber number;

  private TalosVersion(VersionNumber number) {
    this.number = number;
  }

  /** Reads a version with or without the leading {@code v}. */
  public static TalosVersion of(String text) {
    return new TalosVersion(VersionNumber.parse(GRAMMAR, text));
  }

  /** Returns the first number. */
  public int major() {
    return number.major();
  }

  /** Returns the second number. */
  public int minor() {
    return number.minor();
  }

  /** Returns the third number. */
  public int patch() {
    return number.patch();
  }

  /** Tells whether this is an alpha, beta or release candidate. */
  public boolean isPreRelease() {
    return !number.preRelease().isEmpty();
  }

  @Override
  public int compareTo(TalosVersion other) {
    return number.compareTo(other.number);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof TalosVersion other && number.equals(other.number);
  }

  @Override
  public int hashCode() {
    return number.hashCode();
  }

  /** Returns the version with the leading {@code v}. */
  @Override
  public String toString() {
    return number.toString();
  }
}
