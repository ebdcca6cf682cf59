package io.github.talosforge.report;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.Severity;
import java.util.List;

/** What stands in the way or is worth knowing, each with its next step; the gravest first. */
final class FindingsView {
  private FindingsView() {}

  static void add(List<Finding> findings, Markup page) {
    page.open("ul", "class", "findings");
    for (Severity severity : Severity.values()) {
      findings.stream()
          .filter(finding -> finding.severity() == severity)
          .forEach(finding -> add(finding, page));
    }
    page.close();
  }

  private static void add(Finding finding, Markup page) {
    page.open("li", "class", finding.severity().label());
    page.open("p", "class", "code");
    page.element("strong", finding.severity().label()).text(" ");
    page.open("a", "href", finding.link()).element("code", finding.code()).close();
    if (finding.location() != null) {
      page.text(" ").element("code", finding.location().toString(), "class", "place");
    }
    page.close().element("p", finding.message(), "class", "said");
    if (finding.suggestion() != null) {
      page.open("p", "class", "next said").element("b", "Next: ").text(finding.suggestion());
      page.close();
    }
    page.close().line();
  }
}
