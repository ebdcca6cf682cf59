package io.github.talosforge.report;

import io.github.talosforge.report.PlanDiff.Entry;
import io.github.talosforge.report.PlanDiff.Value;
import java.util.List;

/** The plan as a difference that can be read: what was there, what is wanted, and who wants it. */
final class PlanView {
  private final Markup page;

  private PlanView(Markup page) {
    this.page = page;
  }

  static void add(PlanDiff plan, Markup page) {
    page.element("p", plan.conclusion(), "class", "sentence");
    PlanView view = new PlanView(page);
    if (!plan.entries().isEmpty()) {
      page.open("ol", "class", "diff");
      plan.entries().forEach(view::entry);
      page.close();
    }
    view.pins(plan.pins());
  }

  private void entry(Entry entry) {
    page.open("li", "class", entry.sign().style());
    page.open("p", "class", "what");
    page.element("span", entry.sign().mark(), "class", "mark", "aria-hidden", "true");
    page.element("strong", entry.subject());
    page.element("span", " " + entry.sign().words() + ": ", "class", "unseen");
    page.element("span", entry.details(), "class", "details");
    entry.outcome().ifPresent(this::outcome);
    page.close();
    entry.notes().forEach(note -> page.element("p", note, "class", "note said"));
    if (!entry.values().isEmpty()) {
      page.open("ul", "class", "values");
      entry.values().forEach(this::value);
      page.close();
    }
    page.close().line();
  }

  private void outcome(PlanDiff.Outcome outcome) {
    page.element(
        "span",
        outcome.ending() + (outcome.words().isEmpty() ? "" : " " + outcome.words()),
        "class",
        "outcome " + outcome.ending());
  }

  private void value(Value value) {
    page.open("li").element("code", value.name(), "class", "key").open("span", "class", "change");
    value.before().ifPresent(before -> page.element("del", before));
    if (value.before().isPresent() && value.after().isPresent()) {
      page.element("span", " → ", "class", "arrow", "aria-label", "becomes");
    }
    value.after().ifPresent(after -> page.element("ins", after));
    page.close().open("span", "class", "why").text(value.effect());
    value.origin().ifPresent(origin -> page.text(", ").element("code", origin));
    page.close().close();
  }

  private void pins(List<String> pins) {
    if (pins.isEmpty()) {
      return;
    }
    page.open("details", "class", "rows").element("summary", "Lines that keep what was chosen");
    page.open("ul", "class", "pins");
    pins.forEach(pin -> page.open("li").element("code", pin).close());
    page.close().close();
  }
}
