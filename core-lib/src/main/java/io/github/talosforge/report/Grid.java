package io.github.talosforge.report;

import java.util.List;

/**
 * Texts in rows; the first of each row names it.
 *
 * @param name what the rows are
 * @param titles the names of the columns
 * @param rows the rows
 */
public record Grid(String name, List<String> titles, List<List<String>> rows) {
  /** Keeps own copies of the lists. */
  public Grid {
    titles = List.copyOf(titles);
    rows = rows.stream().map(List::copyOf).toList();
  }
}
