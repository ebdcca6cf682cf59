package io.github.talosforge.redaction;

import java.util.regex.Pattern;

/** What stands in place of a secret. */
final class Marks {
  private static final String HIDDEN = "(hidden)";
  private static final Pattern MARK = Pattern.compile("\\(hidden(:[0-9a-f]{8})?\\)");

  private Marks() {}

  static String plain() {
    return HIDDEN;
  }

  static String with(String hash) {
    return "(hidden:" + hash + ")";
  }

  /** Tells whether a text is a mark, or begins with one: then it was hidden before. */
  static boolean is(String text) {
    return MARK.matcher(text).lookingAt();
  }
}
