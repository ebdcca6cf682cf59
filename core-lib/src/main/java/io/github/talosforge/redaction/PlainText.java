package io.github.talosforge.redaction;

/** What a terminal shows; what would steer it, or turn the text around it, is replaced. */
final class PlainText {
  private static final int REPLACEMENT = '\uFFFD';

  private PlainText() {}

  /** Keeps line breaks and tabs. */
  static String lines(String text) {
    return isHarmless(text) ? text : replaced(text);
  }

  /** Line breaks become a sign: what somebody calls a name cannot pass for a line of ours. */
  static String line(String text) {
    return lines(text).replace("\r\n", "⏎ ").replace("\n", "⏎ ");
  }

  private static boolean isHarmless(String text) {
    return text.codePoints().allMatch(PlainText::isHarmless);
  }

  private static String replaced(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.replace("\r\n", "\n")
        .codePoints()
        .forEach(point -> safe.appendCodePoint(isHarmless(point) ? point : REPLACEMENT));
    return safe.toString();
  }

  private static boolean isHarmless(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL -> point == '\n' || point == '\t';
      case Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
      case Character.FORMAT -> !turns(point);
      default -> true;
    };
  }

  /** Tells whether a character changes the direction of what stands around it. */
  private static boolean turns(int point) {
    return (point >= 0x202A && point <= 0x202E)
        || (point >= 0x2066 && point <= 0x2069)
        || point == 0x200E
        || point == 0x200F
        || point == 0x061C;
  }
}
