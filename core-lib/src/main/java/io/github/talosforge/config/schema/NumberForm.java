package io.github.talosforge.config.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Numbers within bounds as a regular expression: of a number in quotes, JSON Schema looks at
 * nothing but its text.
 */
final class NumberForm {
  private static final String FRACTION = "(?:[.][0-9]{1,6})?";
  private static final String NO_FRACTION = "(?:[.]0{1,6})?";

  private NumberForm() {}

  /** Returns what whole numbers from one to another look like. */
  static String whole(int min, int max) {
    return "^(?:" + between(min, max) + ")$";
  }

  /** Returns what numbers look like that may have a fraction, up to and without one at the end. */
  static String decimal(int min, int max) {
    String last = max + NO_FRACTION;
    String earlier = min == max ? "" : "(?:" + between(min, max - 1) + ")" + FRACTION + "|";
    return "^(?:" + earlier + last + ")$";
  }

  private static String between(int min, int max) {
    List<String> forms = new ArrayList<>();
    for (long from = min; from <= max; ) {
      int free = freeDigits(from, max);
      forms.add(form(from, free, max));
      from = last(from, free, max) + 1;
    }
    return forms.stream().distinct().collect(Collectors.joining("|"));
  }

  /** How many digits at the end may be anything: 1200 to 1299 is 12 and two such digits. */
  private static int freeDigits(long from, long max) {
    int free = 0;
    for (long step = 10; from % step == 0 && from > 0 && from + step - 1 <= max; step *= 10) {
      free++;
    }
    return free;
  }

  /** The digit before the free ones runs as far as it may. */
  private static long last(long from, int free, long max) {
    long step = Math.round(Math.pow(10, free));
    long digit = from / step % 10;
    long steps = Math.min(9 - digit, (max - from + 1) / step - 1);
    return from + (steps + 1) * step - 1;
  }

  private static String form(long from, int free, long max) {
    long step = Math.round(Math.pow(10, free));
    long first = from / step;
    long end = last(from, free, max) / step;
    String before = first >= 10 ? Long.toString(first / 10) : "";
    String digit =
        first == end ? Long.toString(first % 10) : "[%d-%d]".formatted(first % 10, end % 10);
    String rest = free == 0 ? "" : free == 1 ? "[0-9]" : "[0-9]{" + free + "}";
    return before + digit + rest;
  }
}
