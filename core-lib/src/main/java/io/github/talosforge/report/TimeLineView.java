package io.github.talosforge.report;

import io.github.talosforge.report.TimeLine.Kind;
import io.github.talosforge.report.TimeLine.Lane;
import io.github.talosforge.report.TimeLine.Span;
import java.time.Duration;
import java.util.Locale;

/** Who did what when, and who waited for whom. */
final class TimeLineView {
  /** Up to here all lanes tell their steps without being asked. */
  private static final int FEW = 12;

  private static final int MOST_TICKS = 6;
  private static final int[] STEPS = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600};

  private final Markup page;
  private final TimeLine line;
  private final double seconds;

  private TimeLineView(TimeLine line, Markup page) {
    this.page = page;
    this.line = line;
    this.seconds = Math.max(0.001, seconds(line.length()));
  }

  static void add(TimeLine line, Markup page) {
    new TimeLineView(line, page).add();
  }

  private void add() {
    legend();
    page.open("div", "class", "lanes");
    axis();
    line.lanes().forEach(this::lane);
    page.close();
  }

  private void legend() {
    page.open("p", "class", "legend", "aria-hidden", "true");
    for (Kind kind : Kind.values()) {
      page.open("span").element("i", "", "class", kind.style()).text(kind.label()).close();
    }
    page.close();
  }

  private void axis() {
    page.open("div", "class", "axis", "aria-hidden", "true").open("span").close();
    page.open("div", "class", "ticks");
    int step = step();
    for (int at = 0; at <= seconds * 0.96; at += step) {
      page.element("span", tick(at), "style", "left:" + percent(at));
    }
    page.close().close().line();
  }

  private static String tick(int seconds) {
    return seconds % 60 == 0 && seconds > 0 ? seconds / 60 + " min" : seconds + " s";
  }

  private int step() {
    for (int step : STEPS) {
      if (seconds / step <= MOST_TICKS) {
        return step;
      }
    }
    return (int) Math.ceil(seconds / MOST_TICKS);
  }

  private void lane(Lane lane) {
    boolean told = line.lanes().size() <= FEW || lane.failed();
    page.own(told ? "<details open>" : "<details>");
    page.open("summary").element("span", lane.subject(), "class", "subject");
    page.open("span", "class", "track", "aria-hidden", "true");
    lane.spans().forEach(this::bar);
    page.close().close();
    page.open("ol", "class", "steps");
    lane.spans().forEach(this::step);
    page.close().own("</details>").line();
  }

  private void bar(Span span) {
    String place =
        "left:" + percent(seconds(span.from())) + ";width:" + percent(seconds(span.took()));
    page.element("i", "", "class", span.kind().style(), "style", place, "title", span.words());
  }

  private void step(Span span) {
    page.open("li", "class", span.kind().style());
    page.element("span", Words.time(span.from()), "class", "at");
    page.element("span", words(span), "class", "words said");
    page.element("span", Words.time(span.took()), "class", "took").close();
  }

  private static String words(Span span) {
    return span.kind() == Kind.FAILED ? "failed: " + span.words() : span.words();
  }

  private String percent(double at) {
    return String.format(Locale.ROOT, "%.2f%%", Math.min(100, 100 * at / seconds));
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }
}
