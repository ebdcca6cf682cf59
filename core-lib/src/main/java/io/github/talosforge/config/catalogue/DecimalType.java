package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.InvalidValueException;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * A number that may have a fraction.
 *
 * @param min the smallest value
 * @param max the largest value
 */
public record DecimalType(int min, int max) implements ScalarType<BigDecimal> {
  private static final Pattern FORM = Pattern.compile("(0|[1-9][0-9]{0,8})([.][0-9]{1,6})?");

  @Override
  public String expected() {
    return "a number from " + min + " to " + max + ", a fraction after '.'";
  }

  @Override
  public BigDecimal parse(String text) {
    if (FORM.matcher(text).matches()) {
      BigDecimal number = new BigDecimal(text);
      if (number.compareTo(BigDecimal.valueOf(min)) >= 0
          && number.compareTo(BigDecimal.valueOf(max)) <= 0) {
        return number;
      }
    }
    throw new InvalidValueException("a number in these bounds", expected(), text);
  }
}
