package io.github.talosforge.proxmox.property;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size of a disk as Proxmox VE writes it; {@code 32G} and {@code 32768M} are the same size.
 *
 * @param bytes the size in bytes
 */
public record DiskSize(long bytes) implements Comparable<DiskSize> {
  static final String GRAMMAR = "<number>[K|M|G|T], without a unit in bytes";
  private static final Pattern FORM = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)([KMGT])?");
  private static final String UNITS = "KMGT";

  /** Refuses a negative size. */
  public DiskSize {
    if (bytes < 0) {
      throw new PropertyFormatException("size", Long.toString(bytes), "is negative", GRAMMAR);
    }
  }

  /**
   * Reads a size.
   *
   * @param text for example {@code 32G}, {@code 528K} or {@code 1.5T}
   * @return the size
   * @throws PropertyFormatException if the text is no size
   */
  public static DiskSize parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new PropertyFormatException("size", text, "is no size", GRAMMAR);
    }
    int power = form.group(2) == null ? 0 : UNITS.indexOf(form.group(2)) + 1;
    BigDecimal bytes =
        new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(1L << (10 * power)));
    try {
      return new DiskSize(bytes.setScale(0, RoundingMode.DOWN).longValueExact());
    } catch (ArithmeticException tooLarge) {
      throw new PropertyFormatException("size", text, "is larger than any disk", GRAMMAR);
    }
  }

  /**
   * Returns a size of that many GiB.
   *
   * @param gibibytes the number of GiB
   * @return the size
   */
  public static DiskSize ofGibibytes(long gibibytes) {
    return new DiskSize(Math.multiplyExact(gibibytes, 1L << 30));
  }

  /**
   * Returns the size in the largest unit that expresses it exactly, as Proxmox VE does.
   *
   * @return for example {@code 32G}
   */
  public String text() {
    long rest = bytes;
    int power = 0;
    while (rest != 0 && rest % 1024 == 0 && power < UNITS.length()) {
      rest /= 1024;
      power++;
    }
    return power == 0 ? Long.toString(rest) : rest + UNITS.substring(power - 1, power);
  }

  @Override
  public int compareTo(DiskSize other) {
    return Long.compare(bytes, other.bytes);
  }

  @Override
  public String toString() {
    return text();
  }
}
