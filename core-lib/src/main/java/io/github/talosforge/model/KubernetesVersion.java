package io.github.talosforge.model;

/** A version of Kubernetes, such as {@code v1.35.0}; the leading {@code v} may be left out. */
public final class KubernetesVersion implements Comparable<KubernetesVersion> {
  private static final Grammar GRAMMAR = VersionNumber.grammar("Kubernetes", "v1.35.0");

  private final VersionNumber number;

  private KubernetesVersion(VersionNumber number) {
    this.number = number;
  }

  /** Reads a version with or without the leading {@code v}. */
  public static KubernetesVersion of(String text) {
    return new KubernetesVersion(VersionNumber.parse(GRAMMAR, text));
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
  public int compareTo(KubernetesVersion other) {
    return number.compareTo(other.number);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof KubernetesVersion other && number.equals(other.number);
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
