package io.github.talosforge.report;

import java.util.List;

/** What the health checks said. */
final class HealthView {
  private HealthView() {}

  static void add(List<HealthLine> health, Markup page) {
    page.open("ul", "class", "health");
    for (HealthLine line : health) {
      page.open("li", "class", line.state());
      page.element("span", mark(line), "class", "mark", "aria-hidden", "true");
      page.element("span", line.state() + ": ", "class", "unseen").text(line.check());
      if (!line.message().isEmpty()) {
        page.element("span", line.message(), "class", "said");
      }
      page.close().line();
    }
    page.close();
  }

  private static String mark(HealthLine line) {
    return switch (line.state()) {
      case "passed" -> "✓";
      case "failed" -> "✗";
      default -> "–";
    };
  }
}
