package io.github.talosforge.plan;

import io.github.talosforge.redaction.Redaction;
import java.util.ArrayList;
import java.util.List;

/** Lines of at most 80 columns but for addresses, coloured line by line when asked. */
final class TextPage {
  private static final int WIDTH = 80;

  /** How far lines that say more stand to the right. */
  static final int INDENT = 4;

  enum Ink {
    PLAIN(""),
    GREEN("\u001b[32m"),
    YELLOW("\u001b[33m"),
    RED("\u001b[31m"),
    FAINT("\u001b[2m"),
    BOLD("\u001b[1m");

    private final String code;

    Ink(String code) {
      this.code = code;
    }
  }

  /** A line of a paragraph: its first, or one that says more. */
  record Line(Ink ink, int indent, String words) {
    static Line first(Ink ink, String words) {
      return new Line(ink, 0, words);
    }

    static Line more(Ink ink, String words) {
      return new Line(ink, INDENT, words);
    }

    static Line more(String words) {
      return more(Ink.PLAIN, words);
    }
  }

  private final boolean coloured;
  private final StringBuilder text = new StringBuilder();

  TextPage(boolean coloured) {
    this.coloured = coloured;
  }

  void blank() {
    text.append('\n');
  }

  /** Writes lines below an empty one. */
  void paragraph(List<Line> lines) {
    blank();
    lines(lines);
  }

  void lines(List<Line> lines) {
    lines.forEach(line -> line(line.ink(), line.indent(), line.words()));
  }

  /** Writes words, further lines indented a little more than the first. */
  void line(Ink ink, int indent, String words) {
    int inner = indent + 2;
    String margin = " ".repeat(indent);
    for (String part : wrap(printable(words), WIDTH - inner)) {
      put(ink, margin + part);
      margin = " ".repeat(inner);
    }
  }

  /** Writes an address in one line, however long: half of one leads nowhere. */
  void link(int indent, String address) {
    put(Ink.FAINT, " ".repeat(indent) + address);
  }

  /** Writes two texts side by side, or below each other when there is no room. */
  void row(Ink ink, int indent, String left, int column, String right) {
    String start = " ".repeat(indent) + printable(left);
    int gap = Math.max(column - start.length(), 2);
    String whole = start + " ".repeat(gap) + printable(right);
    if (right.isEmpty()) {
      line(ink, indent, left);
    } else if (whole.length() <= WIDTH) {
      put(ink, whole);
    } else {
      line(ink, indent, left);
      line(Ink.FAINT, indent + 4, right);
    }
  }

  private void put(Ink ink, String line) {
    boolean paint = coloured && ink != Ink.PLAIN;
    text.append(paint ? ink.code + line + "\u001b[0m" : line.stripTrailing()).append('\n');
  }

  /** Values come from elsewhere. */
  private static String printable(String words) {
    return Redaction.lineByForm(words);
  }

  static List<String> wrap(String words, int width) {
    List<String> lines = new ArrayList<>();
    String rest = words;
    while (rest.length() > width) {
      int blank = rest.lastIndexOf(' ', width);
      int end = blank > 0 ? blank : width;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
