package io.github.talosforge.gradle.services;

import io.github.talosforge.NodeStatus;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.gradle.report.RunRecord;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.journal.RunJournal;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.report.RunReport;
import io.github.talosforge.talos.TalosCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** What is remembered of one cluster during one build, for its page and for {@code result.json}. */
public final class RunNotes {
  private final RunJournal journal;
  private final long begun = System.nanoTime();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final Set<NodeName> unchanged = new TreeSet<>();
  private final Map<NodeName, String> said = new ConcurrentHashMap<>();
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  RunNotes(RunJournal journal) {
    this.journal = journal;
  }

  /**
   * Tells whether a warning is told for the first time; each task of a build would tell it.
   *
   * @param warning the warning
   * @return whether nobody told it
   */
  public boolean isNews(String warning) {
    return warned.add(warning);
  }

  void planned(Plan plan) {
    journal.planned(plan);
  }

  void seen(List<NodeStatus> nodes) {
    journal.seen(nodes);
  }

  synchronized void unchanged(Set<NodeName> nodes) {
    unchanged.addAll(nodes);
  }

  ApplyLog heard(ApplyLog log) {
    return journal.over(log);
  }

  synchronized void ended(ApplyResult result) {
    outcomes.addAll(result.outcomes());
  }

  /**
   * Has the report hear what happens to the machines.
   *
   * @param log hears the same
   * @return what to hand to the machines' session
   */
  public TalosLog heard(TalosLog log) {
    return journal.over(log);
  }

  /**
   * Has the report tell the cluster's health.
   *
   * @param health what the checks said
   */
  public void checked(HealthReport health) {
    journal.checked(health);
  }

  /**
   * Has the report tell that the run failed.
   *
   * @param sentence why
   */
  public void failed(String sentence) {
    journal.failed(sentence);
  }

  /**
   * Remembers what was said of each machine, so that the next task does not say it again.
   *
   * @return the last words by node
   */
  public Map<NodeName, String> said() {
    return said;
  }

  /**
   * Returns how all changes of this build ended.
   *
   * @return the outcomes in order
   */
  public synchronized List<Outcome> outcomes() {
    return List.copyOf(outcomes);
  }

  synchronized RunRecord record(ClientCounters proxmox, TalosCounters talos) {
    return new RunRecord(
        proxmox, talos, Duration.ofNanos(System.nanoTime() - begun), outcomes, unchanged);
  }

  RunReport report(ClientCounters proxmox, TalosCounters talos) {
    return journal.report(proxmox, talos);
  }
}
