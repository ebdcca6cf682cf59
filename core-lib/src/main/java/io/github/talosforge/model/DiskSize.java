package io.github.talosforge.model;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * The size of a disk in whole kibibytes.
 *
 * <p>Units are powers of two however they are written, because Proxmox VE's are: {@code 5 GB},
 * {@code 5GB}, {@code 5G} and {@code 5GiB} all make the disk that Proxmox VE shows as {@code 5G}.
 * Taken literally, {@code 5 GB} would be 7 % less than that; a disk is thus never smaller than what
 * was asked for, and growing one later is the only change that loses nothing.
 *
 * @param kibibytes the size, at least 1
 */
public record DiskSize(long kibibytes) implements Comparable<DiskSize> {
  private static final long LARGEST = 1L << 40;
  private static final Grammar GRAMMAR =
      Grammar.of(
          "a disk size",
          "a number with K, M, G or T, without unit gibibytes, up to 1024T: 256, 256G, 1.5TiB",
          "([0-9]{1,9}(?:[.][0-9]{1,3})?)(?: ?([KMGTkmgt])(?:i?[Bb]|i)?)?");

  /** Checks that the size is positive and a disk can have it. */
  public DiskSize {
    if (kibibytes < 1 || kibibytes > LARGEST) {
      throw GRAMMAR.invalid(kibibytes + "K");
    }
  }

  /** Returns this many gibibytes. */
  public static DiskSize ofGibibytes(int gibibytes) {
    return new DiskSize(gibibytes * 1024L * 1024);
  }

  /** Reads a size such as {@code 256}, {@code 256G}, {@code 7GB} or {@code 528K}. */
  public static DiskSize of(String text) {
    Matcher parts = GRAMMAR.match(text);
    BigDecimal kibibytes =
        new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(factor(parts.group(2))));
    BigDecimal whole = kibibytes.stripTrailingZeros();
    if (whole.signum() <= 0
        || whole.scale() > 0
        || whole.compareTo(BigDecimal.valueOf(LARGEST)) > 0) {
      throw GRAMMAR.invalid(text);
    }
    return new DiskSize(whole.longValueExact());
  }

  private static long factor(@Nullable String unit) {
    return switch (unit == null ? "G" : unit.toUpperCase(Locale.ROOT)) {
      case "T" -> 1L << 30;
      case "G" -> 1L << 20;
      case "M" -> 1L << 10;
      default -> 1;
    };
  }

  /** Returns the size in whole gibibytes, a part counting as one. */
  public long gibibytesRoundedUp() {
    return (kibibytes + (1L << 20) - 1) >> 20;
  }

  /** Returns the size in bytes. */
  public long bytes() {
    return kibibytes << 10;
  }

  @Override
  public int compareTo(DiskSize other) {
    return Long.compare(kibibytes, other.kibibytes);
  }

  /** Returns the size as Proxmox VE writes it: in the largest unit that needs no fraction. */
  @Override
  public String toString() {
    long number = kibibytes;
    String units = "KMGT";
    int unit = 0;
    while (number % 1024 == 0 && unit < units.length() - 1) {
      number /= 1024;
      unit++;
    }
    return number + units.substring(unit, unit + 1);
  }
}
