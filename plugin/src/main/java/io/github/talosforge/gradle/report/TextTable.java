package io.github.talosforge.gradle.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows under a headline, each column as wide as its widest cell. */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /**
   * Begins a table.
   *
   * @param headline the names of the columns
   */
  public TextTable(String... headline) {
    rows.add(List.of(headline));
  }

  /**
   * Adds a row.
   *
   * @param cells one for each column
   */
  public void add(String... cells) {
    if (cells.length != rows.get(0).size()) {
      throw new IllegalArgumentException("A row has a cell for each column");
    }
    rows.add(List.of(cells));
  }

  /**
   * Renders the table.
   *
   * @return its lines, without trailing blanks
   */
  public List<String> lines() {
    int[] widths =
        IntStream.range(0, rows.get(0).size())
            .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    return IntStream.range(0, row.size())
        .mapToObj(i -> row.get(i) + " ".repeat(widths[i] - row.get(i).length()))
        .collect(Collectors.joining(GAP))
        .stripTrailing();
  }
}
