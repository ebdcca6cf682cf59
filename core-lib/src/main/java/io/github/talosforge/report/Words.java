package io.github.talosforge.report;

import java.time.Duration;
import java.util.Locale;

/** Numbers and names as the page writes them. */
final class Words {
  private Words() {}

  /** A time for people: {@code 0.4 s}, {@code 12 s}, {@code 3 min 20 s}. */
  static String time(Duration time) {
    long seconds = time.toSeconds();
    if (seconds < 10) {
      return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
    return seconds < 120 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
  }

  /** A text that fits, the end of a longer one left out. */
  static String atMost(int characters, String text) {
    return text.length() <= characters ? text : text.substring(0, characters - 1) + "…";
  }

  /** A number of things: {@code 1 node}, {@code 2 nodes}. */
  static String count(int number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }
}
