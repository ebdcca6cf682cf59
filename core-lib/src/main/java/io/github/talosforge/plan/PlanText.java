package io.github.talosforge.plan;

import io.github.talosforge.allocation.PinLine;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.plan.TextPage.Ink;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A plan for a person who is about to decide on it. */
public final class PlanText {
  private final Plan plan;
  private final TextPage page;
  private final ChangeText changes;

  private PlanText(Plan plan, boolean coloured) {
    this.plan = plan;
    this.page = new TextPage(coloured);
    this.changes = new ChangeText(page);
  }

  /**
   * Returns the plan as text of at most 80 columns.
   *
   * @param plan the plan
   * @param coloured whether lines carry colours for a terminal
   */
  public static String render(Plan plan, boolean coloured) {
    return new PlanText(plan, coloured).render();
  }

  private String render() {
    page.line(Ink.BOLD, 0, "Plan for cluster " + plan.cluster());
    Paragraphs paragraphs = new Paragraphs();
    plan.changes(ImageChange.class).forEach(image -> page.paragraph(image.accept(paragraphs)));
    plan.changes(CleaningChange.class).forEach(old -> page.paragraph(old.accept(paragraphs)));
    byVm().forEach(changes::vm);
    plan.changes(StopStartVm.class).forEach(changes::restart);
    plan.changes(HaChange.class).forEach(entry -> page.paragraph(entry.accept(paragraphs)));
    plan.changes(TalosChange.class).forEach(talos -> page.paragraph(talos.accept(paragraphs)));
    waiting();
    findings();
    pins();
    page.blank();
    page.line(Ink.BOLD, 0, conclusion());
    return page.toString();
  }

  private Map<String, List<VmChange>> byVm() {
    return plan.changes(VmChange.class).stream()
        .filter(change -> !(change instanceof StopStartVm))
        .collect(
            Collectors.groupingBy(
                change -> change.vm().name(), LinkedHashMap::new, Collectors.toList()));
  }

  private void waiting() {
    for (WaitingVm vm : plan.waiting()) {
      page.blank();
      page.line(
          Ink.YELLOW,
          0,
          "! " + vm.vm().node() + " (" + vm.vm().label() + ") waits for a stop and start");
      vm.fields().forEach(changes::waiting);
    }
    if (!plan.waiting().isEmpty()) {
      page.line(Ink.FAINT, 4, "Not done now: --allow-reboot has it done, one node at a time.");
    }
  }

  private void findings() {
    if (plan.findings().isEmpty()) {
      return;
    }
    page.blank();
    plan.findings().withSeverity(Severity.ERROR).forEach(this::finding);
    plan.findings().withSeverity(Severity.WARNING).forEach(this::finding);
    plan.findings().withSeverity(Severity.NOTE).forEach(this::finding);
  }

  private void finding(Finding finding) {
    Ink ink =
        switch (finding.severity()) {
          case ERROR -> Ink.RED;
          case WARNING -> Ink.YELLOW;
          case NOTE -> Ink.FAINT;
        };
    String place = finding.location() == null ? "" : finding.location() + " ";
    page.line(ink, 0, place + finding.severity().label() + " " + finding.code());
    page.line(Ink.PLAIN, 4, finding.message());
    if (finding.suggestion() != null) {
      page.line(Ink.PLAIN, 4, "→ " + finding.suggestion());
    }
    page.link(6, finding.link());
  }

  private void pins() {
    if (plan.pins().isEmpty()) {
      return;
    }
    page.blank();
    page.line(
        Ink.PLAIN,
        0,
        "Chosen by this plan. To keep these values for good, write them into the file:");
    for (PinLine pin : plan.pins()) {
      page.row(Ink.PLAIN, 4, pin.owner(), 28, pin.text());
    }
  }

  private String conclusion() {
    if (plan.findings().hasErrors()) {
      return "Nothing is applied until the errors are repaired.";
    }
    if (!plan.tasks().isEmpty()) {
      return "An earlier run is still at work. Wait for it, then plan again.";
    }
    if (plan.isEmpty() && plan.waiting().isEmpty()) {
      if (plan.differs()) {
        return "Nothing to do, but nodes run other versions than the files say.";
      }
      int nodes = plan.unchanged().size();
      if (nodes == 0) {
        return "No changes: there is nothing to do.";
      }
      return "No changes: "
          + nodes
          + (nodes == 1 ? " node is" : " nodes are")
          + " as the files say.";
    }
    return PlanSummary.of(plan) + ".";
  }
}
