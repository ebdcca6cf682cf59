package io.github.talosforge.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of VM ids.
 *
 * @param first the first id
 * @param last the last id, not before the first
 */
public record VmIdRange(VmId first, VmId last) {
  private static final String KIND = "a range of VM ids";
  private static final String EXPECTED =
      "two ids joined by '-', the smaller one first, or one id and '+': 2000-2999, 9000+";
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9}) ?(?:[+]|- ?([0-9]{1,9}))");
  private static final int LARGEST = 999_999_999;

  /** Checks that the range is not empty. */
  public VmIdRange {
    if (first.value() > last.value()) {
      throw new InvalidValueException(KIND, EXPECTED, first.value() + "-" + last.value());
    }
  }

  /** Reads a range such as {@code 2000-2999} or {@code 9000+}. */
  public static VmIdRange of(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new InvalidValueException(KIND, EXPECTED, text);
    }
    VmId first = VmId.of(Integer.parseInt(parts.group(1)));
    String last = parts.group(2);
    return new VmIdRange(first, VmId.of(last == null ? LARGEST : Integer.parseInt(last)));
  }

  /** Tells whether an id is in the range. */
  public boolean contains(VmId id) {
    return first.value() <= id.value() && id.value() <= last.value();
  }

  /** Returns the range as it is written. */
  @Override
  public String toString() {
    return last.value() == LARGEST ? first.value() + "+" : first.value() + "-" + last.value();
  }
}
