package io.github.talosforge.finding;

import java.util.Comparator;

/**
 * A position in a file, as editors count it.
 *
 * @param file the file as the user named it
 * @param line the line, from 1
 * @param column the column, from 1
 */
public record SourceLocation(String file, int line, int column)
    implements Comparable<SourceLocation> {

  private static final Comparator<SourceLocation> BY_POSITION =
      Comparator.comparing(SourceLocation::file)
          .thenComparingInt(SourceLocation::line)
          .thenComparingInt(SourceLocation::column);

  /** Checks that the position counts from 1. */
  public SourceLocation {
    if (line < 1 || column < 1) {
      throw new IllegalArgumentException(
          "Lines and columns count from 1, not " + line + ":" + column);
    }
  }

  @Override
  public int compareTo(SourceLocation other) {
    return BY_POSITION.compare(this, other);
  }

  /** Returns the position in the form that terminals and editors turn into a link. */
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
