package io.github.talosforge.releases;

import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.TalosVersion;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A minor release, such as 1.13: all its patches promise the same.
 *
 * @param major the first number
 * @param minor the second number
 */
public record Minor(int major, int minor) implements Comparable<Minor> {
  private static final Pattern GRAMMAR = Pattern.compile("(\\d{1,6})[.](\\d{1,6})");
  private static final Comparator<Minor> BY_NUMBERS =
      Comparator.comparingInt(Minor::major).thenComparingInt(Minor::minor);

  /** Reads {@code major.minor}. */
  static Minor of(String text) {
    Matcher numbers = GRAMMAR.matcher(text);
    if (!numbers.matches()) {
      throw new IllegalArgumentException("'" + text + "' is no major.minor, such as 1.13");
    }
    return new Minor(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)));
  }

  /** Returns the minor that a version belongs to. */
  public static Minor of(TalosVersion version) {
    return new Minor(version.major(), version.minor());
  }

  /** Returns the minor that a version belongs to. */
  public static Minor of(KubernetesVersion version) {
    return new Minor(version.major(), version.minor());
  }

  /** Returns the one after this. */
  public Minor next() {
    return new Minor(major, minor + 1);
  }

  @Override
  public int compareTo(Minor other) {
    return BY_NUMBERS.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
