package io.github.talosforge.model;

import java.util.Locale;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * An amount of memory in whole mebibytes, as Proxmox VE counts it.
 *
 * <p>All units are powers of two whether written {@code G}, {@code GB}, {@code Gi} or {@code GiB}:
 * memory is sold and assigned that way, and nobody who writes {@code 8GB} wants 7629 MiB.
 *
 * @param mebibytes the amount, at least 1
 */
public record MemorySize(int mebibytes) implements Comparable<MemorySize> {
  private static final int LARGEST = 4 * 1024 * 1024;
  private static final Grammar GRAMMAR =
      Grammar.of(
          "an amount of memory",
          "whole mebibytes, or a number with M, G or T, from 1 MiB to 4 TiB: 8192, 8G, 8GiB",
          "([0-9]{1,7})(?: ?([MGTmgt])(?:i?[Bb]|i)?)?");

  /** Checks the bounds that Proxmox VE sets. */
  public MemorySize {
    if (mebibytes < 1 || mebibytes > LARGEST) {
      throw GRAMMAR.invalid(Integer.toString(mebibytes));
    }
  }

  /** Returns this many mebibytes. */
  public static MemorySize ofMebibytes(int mebibytes) {
    return new MemorySize(mebibytes);
  }

  /** Reads an amount such as {@code 8192}, {@code 8G} or {@code 8GiB}; without unit it is MiB. */
  public static MemorySize of(String text) {
    Matcher parts = GRAMMAR.match(text);
    long mebibytes = Long.parseLong(parts.group(1)) * factor(parts.group(2));
    if (mebibytes < 1 || mebibytes > LARGEST) {
      throw GRAMMAR.invalid(text);
    }
    return new MemorySize((int) mebibytes);
  }

  private static long factor(@Nullable String unit) {
    if (unit == null) {
      return 1;
    }
    return switch (unit.toUpperCase(Locale.ROOT)) {
      case "T" -> 1024L * 1024;
      case "G" -> 1024;
      default -> 1;
    };
  }

  @Override
  public int compareTo(MemorySize other) {
    return Integer.compare(mebibytes, other.mebibytes);
  }

  /** Returns the amount for people, such as {@code 8 GiB} or {@code 1500 MiB}. */
  @Override
  public String toString() {
    return mebibytes % 1024 == 0 ? mebibytes / 1024 + " GiB" : mebibytes + " MiB";
  }
}
