package io.github.talosforge.journal;

import io.github.talosforge.NodeStatus;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.audit.Write;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.report.HealthLine;
import io.github.talosforge.report.RunReport;
import io.github.talosforge.report.TimeLine;
import io.github.talosforge.report.TimeLine.Kind;
import io.github.talosforge.talos.TalosCounters;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Remembers one run: what was planned, what was done and seen and when, and what was found. It asks
 * nobody; a run that is told to a journal sends nothing more for it.
 *
 * <pre>{@code
 * RunJournal journal = new RunJournal(spec, Clock.systemUTC(), UnaryOperator.identity());
 * journal.planned(plan);
 * session.apply(plan, ApplyOptions.defaults(), journal.over(ApplyLog.SILENT));
 * journal.seen(session.status());
 * Files.writeString(file, ReportPage.render(journal.report(session.counters(), talosCounters)));
 * }</pre>
 */
public final class RunJournal {
  private final ClusterSpec spec;
  private final Clock clock;
  private final UnaryOperator<String> files;
  private final Instant begun;
  private final Chronicle chronicle;
  private final Map<String, Outcome> outcomes = new LinkedHashMap<>();
  private final Map<NodeName, NodeStatus> nodes = new LinkedHashMap<>();
  private final Map<NodeName, NodeVm> vms = new LinkedHashMap<>();
  private final List<Write> writes = new ArrayList<>();
  private FindingReport findings = FindingReport.empty();
  private List<HealthLine> health = List.of();
  private @Nullable Plan plan;
  private @Nullable String failure;

  /**
   * Begins to remember.
   *
   * @param spec the cluster
   * @param clock tells when things happen
   * @param files names files as the user sees them
   */
  public RunJournal(ClusterSpec spec, Clock clock, UnaryOperator<String> files) {
    this.spec = spec;
    this.clock = clock;
    this.files = files;
    this.begun = clock.instant();
    this.chronicle = new Chronicle(begun);
  }

  /**
   * Something was found in the files.
   *
   * @param report the findings
   */
  public synchronized void found(FindingReport report) {
    findings = findings.merge(report);
  }

  /**
   * The files were compared with the live system. The last plan before something was done is the
   * one to tell: later ones are what is left of it.
   *
   * @param latest the plan
   */
  public synchronized void planned(Plan latest) {
    findings = findings.merge(latest.findings());
    latest.changes(VmChange.class).stream()
        .map(VmChange::vm)
        .filter(vm -> vm.identity().part() == NodePart.SYSTEM)
        .forEach(vm -> vms.put(vm.node(), vm));
    if (outcomes.isEmpty()) {
      plan = latest;
    }
  }

  /**
   * The nodes were looked at.
   *
   * @param statuses how they are
   */
  public synchronized void seen(List<NodeStatus> statuses) {
    nodes.clear();
    statuses.forEach(status -> nodes.put(status.node(), status));
  }

  /**
   * The cluster's health was looked at.
   *
   * @param report what the checks said
   */
  public synchronized void checked(HealthReport report) {
    health =
        report.results().stream()
            .map(
                result ->
                    new HealthLine(
                        result.check().sentence(), result.state().label(), result.message()))
            .toList();
  }

  /**
   * The run failed.
   *
   * @param sentence why, and what to do
   */
  public synchronized void failed(String sentence) {
    failure = sentence;
  }

  /**
   * Hears how a plan is carried out.
   *
   * @param listener hears the same
   * @return what to hand to the session
   */
  public synchronized ApplyLog over(ApplyLog listener) {
    chronicle.round(clock.instant());
    return new HeardApply(this, listener);
  }

  /**
   * Hears what happens to the machines.
   *
   * @param listener hears the same
   * @return what to hand to the session
   */
  public TalosLog over(TalosLog listener) {
    return new HeardTalos(this, listener);
  }

  /**
   * Something was written.
   *
   * @param write what
   */
  public synchronized void wrote(Write write) {
    writes.add(write);
  }

  /** Returns everything that was written so far, in the order in which its end was known. */
  public synchronized List<Write> writes() {
    return List.copyOf(writes);
  }

  synchronized void begins(Change change) {
    chronicle.begins(change, clock.instant());
  }

  synchronized void ends(Outcome outcome) {
    outcomes.put(outcome.change().id().value(), outcome);
    chronicle.ends(outcome, clock.instant());
  }

  synchronized void notes(String subject, String words) {
    chronicle.notes(subject, words, clock.instant());
  }

  synchronized void goesOn(String subject, Kind kind, String words) {
    chronicle.goesOn(subject, kind, words, clock.instant());
  }

  /**
   * Tells the run so far.
   *
   * @param proxmox what Proxmox was sent
   * @param talos what the machines were sent
   * @return the report
   */
  public synchronized RunReport report(ClientCounters proxmox, TalosCounters talos) {
    Instant now = clock.instant();
    chronicle.settle(now);
    TimeLine timeLine = chronicle.timeLine(now);
    RunSummary summary =
        new RunSummary(spec, Optional.ofNullable(plan), List.copyOf(outcomes.values()));
    return new RunReport(
        summary.heading(begun, timeLine.length(), talos, Optional.ofNullable(failure)),
        summary.figures(timeLine.length(), proxmox, talos),
        findings.findings().stream().map(finding -> named(finding, files)).toList(),
        Optional.of(new Machines(spec, nodes, vms, outcomes.values()).picture()),
        Optional.ofNullable(plan).map(known -> summary.diff(known, files, outcomes)),
        Optional.ofNullable(plan).map(Running::of).orElse(List.of()),
        timeLine,
        health);
  }

  /**
   * Tells a run that ended before the cluster was known.
   *
   * @param cluster what the cluster is called
   * @param now when it ended
   * @param found what is wrong with the files
   * @param sentence why nothing was done
   * @param files names files as the user sees them
   * @return the report
   */
  public static RunReport refused(
      String cluster,
      Instant now,
      FindingReport found,
      String sentence,
      UnaryOperator<String> files) {
    return RunSummary.refused(
        cluster,
        now,
        found.findings().stream().map(finding -> named(finding, files)).toList(),
        sentence);
  }

  private static Finding named(Finding finding, UnaryOperator<String> files) {
    SourceLocation place = finding.location();
    return new Finding(
        finding.area(),
        finding.code(),
        finding.severity(),
        place == null
            ? null
            : new SourceLocation(files.apply(place.file()), place.line(), place.column()),
        files.apply(finding.message()),
        finding.suggestion() == null ? null : files.apply(finding.suggestion()));
  }
}
