package io.github.talosforge.report;

import io.github.talosforge.redaction.Redaction;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * HTML and SVG as it grows. Tags and names of attributes are words of this package; every text and
 * every value is escaped on its way in, so that no name of a VM can become markup.
 */
final class Markup {
  private final Redaction redaction;
  private final StringBuilder page = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  Markup(Redaction redaction) {
    this.redaction = redaction;
  }

  /** Opens an element. */
  Markup open(String tag, String... attributes) {
    start(tag, attributes).append('>');
    open.push(tag);
    return this;
  }

  private StringBuilder start(String tag, String... attributes) {
    page.append('<').append(tag);
    for (int index = 0; index < attributes.length; index += 2) {
      page.append(' ').append(attributes[index]).append("=\"");
      escape(attributes[index + 1]);
      page.append('"');
    }
    return page;
  }

  /** Closes the element that was opened last. */
  Markup close() {
    page.append("</").append(open.pop()).append('>');
    return this;
  }

  /** Adds text. */
  Markup text(String text) {
    escape(text);
    return this;
  }

  /** Adds an element with nothing but text in it. */
  Markup element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  /** Adds an element with nothing in it. */
  Markup empty(String tag, String... attributes) {
    start(tag, attributes).append("/>");
    return this;
  }

  /** Adds a line break between elements, for those who read the source. */
  Markup line() {
    page.append('\n');
    return this;
  }

  /** Adds what this package itself has written as it is. */
  Markup own(String markup) {
    page.append(markup);
    return this;
  }

  private void escape(String text) {
    redaction.text(text).codePoints().forEach(this::escape);
  }

  private void escape(int character) {
    switch (character) {
      case '&' -> page.append("&amp;");
      case '<' -> page.append("&lt;");
      case '>' -> page.append("&gt;");
      case '"' -> page.append("&quot;");
      case '\'' -> page.append("&#39;");
      default -> page.appendCodePoint(character);
    }
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
