package io.github.talosforge.journal;

import io.github.talosforge.apply.Outcome;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanSummary;
import io.github.talosforge.plan.WaitingVm;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.report.Figure;
import io.github.talosforge.report.Heading;
import io.github.talosforge.report.Heading.Result;
import io.github.talosforge.report.PlanDiff;
import io.github.talosforge.report.RunReport;
import io.github.talosforge.report.TimeLine;
import io.github.talosforge.talos.TalosCounters;
import io.github.talosforge.versions.NodeVersions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A run in a word, in a sentence and in numbers.
 *
 * @param spec the cluster
 * @param plan what was planned
 * @param outcomes what became of it
 */
record RunSummary(ClusterSpec spec, Optional<Plan> plan, List<Outcome> outcomes) {

  Heading heading(Instant begun, Duration took, TalosCounters talos, Optional<String> failure) {
    Result result = failure.isPresent() ? Result.FAILED : result(talos);
    return new Heading(
        spec.name().value(),
        versions(),
        begun,
        took,
        result,
        failure.orElseGet(() -> sentence(result, talos)));
  }

  /** What runs where somebody looked; else it is no more than what the files want. */
  private String versions() {
    List<NodeVersions> nodes = plan.map(Plan::versions).orElse(List.of());
    boolean differs = nodes.stream().anyMatch(node -> !node.differences().isEmpty());
    String wanted =
        "Talos %s · Kubernetes %s".formatted(spec.talos().version(), spec.kubernetes().version());
    return nodes.isEmpty() || differs ? "the files want " + wanted : wanted;
  }

  private Result result(TalosCounters talos) {
    if (!outcomes.isEmpty() || talos.changing() > 0) {
      return Result.DONE;
    }
    if (plan.isPresent() && !plan.get().isEmpty()) {
      return Result.PLANNED;
    }
    return waiting() > 0 ? Result.WAITING : Result.UNCHANGED;
  }

  private String sentence(Result result, TalosCounters talos) {
    String done =
        switch (result) {
          case PLANNED -> "This is what would be done. Nothing was changed.";
          case WAITING -> "Nothing was changed.";
          case UNCHANGED -> "Nothing had to be changed.";
          default -> deeds(talos) + " Nothing failed.";
        };
    return waiting() == 0
        ? done
        : "%s %s for a stop and start; --allow-reboot has it done, one node at a time."
            .formatted(done, counted(waiting(), "node waits", "nodes wait"));
  }

  private int waiting() {
    return plan.map(known -> known.waiting().size()).orElse(0);
  }

  private String deeds(TalosCounters talos) {
    String proxmox =
        outcomes.isEmpty() ? "" : counted(done(), "change was", "changes were") + " made. ";
    return talos.changing() == 0
        ? proxmox.strip()
        : proxmox + counted(talos.changing(), "call", "calls") + " changed machines.";
  }

  private long done() {
    return outcomes.stream().filter(one -> one.ending() == Outcome.Ending.DONE).count();
  }

  private static String counted(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  List<Figure> figures(Duration took, ClientCounters proxmox, TalosCounters talos) {
    List<Figure> figures = new ArrayList<>();
    figures.add(new Figure("Seconds", String.format(Locale.ROOT, "%.1f", took.toMillis() / 1e3)));
    figures.add(new Figure("Nodes", Integer.toString(spec.nodes().size())));
    figures.add(new Figure("Changes made", Long.toString(done())));
    figures.add(new Figure("Proxmox reads", Long.toString(proxmox.reads())));
    figures.add(new Figure("Proxmox writes", Long.toString(proxmox.writes())));
    figures.add(new Figure("Talos RPCs", Long.toString(talos.rpcs())));
    figures.add(new Figure("Changing RPCs", Long.toString(talos.changing())));
    return figures;
  }

  PlanDiff diff(Plan known, UnaryOperator<String> files, Map<String, Outcome> became) {
    PlanEntries entries = new PlanEntries(files, became);
    List<PlanDiff.Entry> all = new ArrayList<>(entries.of(known.changes()));
    known.waiting().forEach(vm -> all.add(waiting(vm, entries)));
    return new PlanDiff(
        conclusion(known),
        all,
        known.pins().stream().map(pin -> pin.owner() + "  " + pin.text()).toList());
  }

  private static PlanDiff.Entry waiting(WaitingVm vm, PlanEntries entries) {
    return new PlanDiff.Entry(
        PlanDiff.Sign.DISRUPT,
        vm.vm().node().value(),
        vm.vm().label(),
        List.of("waits for a stop and start; --allow-reboot has it done, one node at a time"),
        vm.fields().stream().map(entries::value).toList(),
        Optional.empty());
  }

  private static String conclusion(Plan known) {
    if (known.findings().hasErrors()) {
      return "Nothing is applied until the errors are repaired.";
    }
    if (!known.tasks().isEmpty()) {
      return "An earlier run is still at work on Proxmox VE. Wait for it, then plan again.";
    }
    boolean none = known.isEmpty() && known.waiting().isEmpty();
    return none
        ? "No changes: %s as the files say."
            .formatted(counted(known.unchanged().size(), "node is", "nodes are"))
        : PlanSummary.of(known) + ".";
  }

  static RunReport refused(String cluster, Instant now, List<Finding> found, String sentence) {
    return new RunReport(
        new Heading(cluster, "", now, Duration.ZERO, Result.FAILED, sentence),
        List.of(),
        found,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        new TimeLine(Duration.ZERO, List.of()),
        List.of());
  }
}
