package io.github.talosforge.report;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.redaction.Redaction;
import io.github.talosforge.report.Heading.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * The page: one HTML file without scripts that asks the network for nothing, for screens of all
 * widths, light and dark, for paper and for those who listen to it.
 */
public final class ReportPage {
  private static final DateTimeFormatter WHEN =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  /** What a browser may do with the page: show it. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

  private final RunReport report;
  private final Markup page;

  private ReportPage(RunReport report, Redaction redaction) {
    this.report = report;
    this.page = new Markup(redaction);
  }

  /**
   * Writes the page.
   *
   * @param report what it shows
   * @return HTML in UTF-8
   */
  public static String render(RunReport report) {
    return render(report, Redaction.opened());
  }

  /**
   * Writes the page without what somebody holds.
   *
   * @param report what it shows
   * @param redaction decides what is shown
   * @return HTML in UTF-8
   */
  public static String render(RunReport report, Redaction redaction) {
    return new ReportPage(report, redaction).render();
  }

  private String render() {
    page.own("<!DOCTYPE html>\n").open("html", "lang", "en");
    head();
    page.open("body").line();
    page.element("a", "Skip to the content", "class", "skip", "href", "#content");
    heading();
    page.open("main", "id", "content").line();
    figures();
    findings();
    report.picture().ifPresent(picture -> section("cluster", "The cluster", () -> draw(picture)));
    if (!report.running().isEmpty()) {
      section(
          "running", "What runs", () -> report.running().forEach(grid -> GridView.add(grid, page)));
    }
    report.plan().ifPresent(plan -> section("plan", "The plan", () -> PlanView.add(plan, page)));
    if (!report.timeLine().lanes().isEmpty()) {
      section("time", "The run", () -> TimeLineView.add(report.timeLine(), page));
    }
    health();
    page.close().line();
    page.open("footer").text("Written by Talosforge. Everything in this file stays in this file: ");
    page.text("no scripts, no network, no secrets.").close().line();
    page.close().close();
    return page.line().toString();
  }

  private void head() {
    page.open("head").line();
    page.empty("meta", "charset", "utf-8").line();
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    page.line().empty("meta", "name", "color-scheme", "content", "light dark").line();
    page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY).line();
    page.element("title", title()).line();
    page.open("style").own(style()).close().line().close().line();
  }

  private String title() {
    Heading heading = report.heading();
    return "%s: %s – Talosforge".formatted(heading.cluster(), heading.result().label());
  }

  private static String style() {
    try (InputStream file = ReportPage.class.getResourceAsStream("report.css")) {
      if (file == null) {
        throw new IllegalStateException("report.css is missing beside " + ReportPage.class);
      }
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("report.css cannot be read", e);
    }
  }

  private void heading() {
    Heading heading = report.heading();
    page.open("header").open("p", "class", "over").text("Talosforge").close();
    page.open("div", "class", "title").element("h1", heading.cluster());
    page.element("span", heading.result().label(), "class", "pill " + heading.result().style());
    page.close().open("p", "class", "under").text(heading.versions());
    page.text(heading.versions().isEmpty() ? "" : " · ");
    page.element("time", WHEN.format(heading.begun()), "datetime", heading.begun().toString());
    page.close();
    sentence(heading);
    page.close().line();
  }

  private void sentence(Heading heading) {
    if (heading.result() == Result.FAILED) {
      page.open("div", "class", "why", "role", "alert");
      page.element("h2", "Why it ended").element("p", heading.sentence(), "class", "said").close();
    } else {
      page.element("p", heading.sentence(), "class", "sentence");
    }
  }

  private void figures() {
    page.open("dl", "class", "figures", "aria-label", "The run in figures");
    for (Figure figure : report.figures()) {
      page.open("div").element("dt", figure.label()).element("dd", figure.value()).close();
    }
    page.close().line();
  }

  private void findings() {
    List<Finding> findings = report.findings();
    if (!findings.isEmpty()) {
      section("findings", "Findings", () -> FindingsView.add(findings, page));
    }
  }

  private void draw(Picture picture) {
    ClusterDrawing.add(picture, page);
    MachineTable.add(picture, page);
  }

  private void health() {
    List<HealthLine> health = report.health();
    if (!health.isEmpty()) {
      section("health", "Health", () -> HealthView.add(health, page));
    }
  }

  private void section(String id, String title, Runnable content) {
    page.open("section", "id", id, "aria-labelledby", id + "-title");
    page.element("h2", title, "id", id + "-title").line();
    content.run();
    page.close().line();
  }
}
