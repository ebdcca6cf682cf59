package io.github.talosforge.model;

import java.util.regex.Pattern;

/** A bounded whole number, written without sign and leading zeros. */
record WholeNumber(String kind, String expected, int minimum, int maximum) {
  private static final Pattern DIGITS = Pattern.compile("0|[1-9][0-9]{0,9}");

  static WholeNumber of(String kind, int minimum, int maximum) {
    return new WholeNumber(
        kind, "a whole number from " + minimum + " to " + maximum, minimum, maximum);
  }

  int check(int number) {
    if (number < minimum || number > maximum) {
      throw new InvalidValueException(kind, expected, Integer.toString(number));
    }
    return number;
  }

  int parse(String text) {
    if (!DIGITS.matcher(text).matches()) {
      throw new InvalidValueException(kind, expected, text);
    }
    long number = Long.parseLong(text);
    if (number > maximum) {
      throw new InvalidValueException(kind, expected, text);
    }
    return check((int) number);
  }
}
