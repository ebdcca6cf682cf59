package io.github.talosforge.report;

/** Rows of texts as a table. */
final class GridView {
  private GridView() {}

  static void add(Grid grid, Markup page) {
    page.open(
        "div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", grid.name());
    page.open("table").open("thead").open("tr");
    grid.titles().forEach(title -> page.element("th", title, "scope", "col"));
    page.close().close().open("tbody");
    for (var row : grid.rows()) {
      page.open("tr").element("th", row.get(0), "scope", "row");
      row.stream().skip(1).forEach(cell -> page.element("td", cell));
      page.close().line();
    }
    page.close().close().close();
  }
}
