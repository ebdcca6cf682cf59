package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.InvalidValueException;
import java.util.regex.Pattern;

/**
 * A whole number. A leading zero is refused: YAML 1.1 and people disagree on what it means.
 *
 * @param min the smallest value
 * @param max the largest value
 */
public record IntegerType(int min, int max) implements ScalarType<Integer> {
  private static final Pattern FORM = Pattern.compile("0|[1-9][0-9]{0,9}");

  @Override
  public String expected() {
    return "a whole number from " + min + " to " + max;
  }

  @Override
  public Integer parse(String text) {
    if (FORM.matcher(text).matches()) {
      long number = Long.parseLong(text);
      if (number >= min && number <= max) {
        return (int) number;
      }
    }
    throw new InvalidValueException("a number in these bounds", expected(), text);
  }
}
