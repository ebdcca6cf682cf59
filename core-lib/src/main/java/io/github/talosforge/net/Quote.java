package io.github.talosforge.net;

/** Makes what a server said fit into a sentence. */
public final class Quote {
  private static final int LONGEST_LINE = 200;

  private Quote() {}

  /**
   * Quotes a text in one line.
   *
   * @param said the text
   * @param longest how many characters of it are shown
   * @return the text without control characters, cut off if it is longer
   */
  public static String of(String said, int longest) {
    String begin = said.substring(0, Math.min(said.length(), 2 * longest));
    String line = begin.replaceAll("[\\p{C}\\s]+", " ").strip();
    return line.length() <= longest ? line : line.substring(0, longest) + "…";
  }

  /**
   * Quotes a body that may be anything: what stands in front of a server answers in one line of
   * text, or with a page.
   *
   * @param body the body
   * @return its first line; empty if it is a page or a document
   */
  public static String firstLine(String body) {
    String line = body.strip().lines().findFirst().orElse("");
    return line.startsWith("<") || line.startsWith("{") ? "" : of(line, LONGEST_LINE);
  }
}
