package io.github.talosforge.gradle.options;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gradle.api.InvalidUserDataException;

/** Reads times as people write them. */
public final class TimeSpan {
  private static final Pattern GRAMMAR = Pattern.compile("([1-9][0-9]{0,8})(s|m|h)");

  private TimeSpan() {}

  /**
   * Reads a time.
   *
   * @param text a whole number and {@code s}, {@code m} or {@code h}
   * @return the time
   * @throws InvalidUserDataException if the text does not follow that grammar
   */
  public static Duration parse(String text) {
    Matcher matcher = GRAMMAR.matcher(text.strip());
    if (!matcher.matches()) {
      throw new InvalidUserDataException(
          "'" + text + "' is not a time: expected a whole number and s, m or h, such as 90s or 1h");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofHours(number);
    };
  }
}
