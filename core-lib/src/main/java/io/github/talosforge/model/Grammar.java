package io.github.talosforge.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The form of a kind of value, and the sentence that explains it. */
record Grammar(String kind, String expected, Pattern pattern) {

  static Grammar of(String kind, String expected, String regex) {
    return new Grammar(kind, expected, Pattern.compile(regex));
  }

  String check(String text) {
    Matcher unused = match(text);
    return text;
  }

  Matcher match(String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw invalid(text);
    }
    return matcher;
  }

  InvalidValueException invalid(String text) {
    return invalid(text, pattern.pattern());
  }

  /** Refuses a text of which more is understood than the form that is kept. */
  InvalidValueException invalid(String text, String typed) {
    return new InvalidValueException(kind, expected, text, typed);
  }
}
