package io.github.talosforge.simulator.fault;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which of the calls that fit are meant, counted from 1.
 *
 * @param first the first
 * @param last the last
 * @param step every how many-th from the first on
 */
public record Occurrence(int first, int last, int step) {
  /** Each one. */
  public static final Occurrence EACH = new Occurrence(1, Integer.MAX_VALUE, 1);

  private static final Pattern TEXT =
      Pattern.compile("(?:every ([1-9]\\d{0,8})|([1-9]\\d{0,8})(?:\\.\\.([1-9]\\d{0,8})?)?)");

  /**
   * The n-th.
   *
   * @param n from 1
   * @return that one only
   */
  public static Occurrence nth(int n) {
    return new Occurrence(n, n, 1);
  }

  /**
   * Reads {@code 3}, {@code 2..4}, {@code 2..} or {@code every 5}.
   *
   * @param text the text
   * @return the occurrences
   */
  public static Occurrence parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "an occurrence is '3', '2..4', '2..' or 'every 5', not '" + text + "'");
    }
    if (matcher.group(1) != null) {
      int step = Integer.parseInt(matcher.group(1));
      return new Occurrence(step, Integer.MAX_VALUE, step);
    }
    int first = Integer.parseInt(matcher.group(2));
    if (!text.contains("..")) {
      return nth(first);
    }
    String last = matcher.group(3);
    return new Occurrence(first, last == null ? Integer.MAX_VALUE : Integer.parseInt(last), 1);
  }

  boolean includes(int count) {
    return count >= first && count <= last && (count - first) % step == 0;
  }
}
