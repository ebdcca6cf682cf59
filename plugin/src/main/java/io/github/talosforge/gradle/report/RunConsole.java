package io.github.talosforge.gradle.report;

import io.github.talosforge.apply.Outcome;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.health.CheckResult;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.journal.ChangeWords;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.operation.RunListener;
import io.github.talosforge.plan.Change;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.gradle.api.logging.Logger;

/**
 * Tells on the console what happens: a line when something begins, ends or changes; percents where
 * somebody watches.
 */
public final class RunConsole implements RunListener, AutoCloseable {
  private final Logger logger;
  private final Progress progress;
  private final Map<NodeName, String> said;
  private final UnaryOperator<String> files;
  private final AtomicReference<String> failing = new AtomicReference<>("");

  /**
   * Writes to a task's logger.
   *
   * @param logger the logger
   * @param progress shows percents
   * @param said what earlier tasks of the build have said of each machine
   * @param files names files as the user sees them
   */
  public RunConsole(
      Logger logger, Progress progress, Map<NodeName, String> said, UnaryOperator<String> files) {
    this.logger = logger;
    this.progress = progress;
    this.said = said;
    this.files = files;
  }

  @Override
  public void begins(Change change) {
    logger.lifecycle("{} ...", ChangeWords.of(change));
  }

  @Override
  public boolean wantsPercent() {
    return progress != Progress.NONE;
  }

  @Override
  public void progresses(Change change, int percent) {
    progress.reached(ChangeWords.subject(change), percent);
  }

  @Override
  public void ends(Outcome outcome) {
    progress.ended(ChangeWords.subject(outcome.change()));
    String change = ChangeWords.of(outcome.change());
    String reason = outcome.reason().orElse("");
    switch (outcome.ending()) {
      case DONE -> logger.lifecycle("{}: done in {}", change, seconds(outcome.took()));
      case FAILED -> logger.error("{}: failed: {}", change, reason);
      case SKIPPED -> logger.warn("{}: not done: {}", change, reason);
    }
  }

  @Override
  public void warns(Change change, String sentence) {
    logger.warn("{}: {}", ChangeWords.of(change), sentence);
  }

  @Override
  public void begins(String sentence) {
    logger.lifecycle("{} ...", sentence);
  }

  @Override
  public void sees(NodeName node, String words) {
    if (!words.equals(said.put(node, words))) {
      logger.lifecycle("{}: {}", node, words);
    }
  }

  @Override
  public void does(NodeName node, String words) {
    logger.lifecycle("{}: {}", node, words);
  }

  @Override
  public void warns(NodeName node, String sentence) {
    logger.warn("{}: {}", node, sentence);
  }

  @Override
  public void tells(String sentence) {
    logger.lifecycle(files.apply(sentence));
  }

  @Override
  public void warns(String sentence) {
    logger.warn(files.apply(sentence));
  }

  /** What is not yet true is said once, not with every look. */
  @Override
  public void checked(HealthReport report) {
    String now =
        report
            .firstFailure()
            .map(failed -> failed.check().sentence() + ": " + failed.message())
            .orElse("The cluster is healthy: " + passed(report) + " checks passed.");
    if (!now.equals(failing.getAndSet(now))) {
      logger.lifecycle(now);
    }
  }

  private static long passed(HealthReport report) {
    return report.results().stream()
        .filter(result -> result.state() == CheckResult.State.PASSED)
        .count();
  }

  /**
   * Says what was done to machines, or that nothing had to be.
   *
   * @param nodes how each node ended; empty if none was to be configured
   */
  public void outcomes(List<NodeOutcome> nodes) {
    if (nodes.isEmpty()) {
      return;
    }
    if (nodes.stream().allMatch(node -> node.ending() == NodeOutcome.Ending.UNCHANGED)) {
      logger.lifecycle(
          "No changes: {} {} the machine configuration that the files describe.",
          nodes.size(),
          nodes.size() == 1 ? "node has" : "nodes have");
    } else {
      nodes.forEach(node -> logger.lifecycle("{}: {}", node.node(), node.ending().label()));
    }
  }

  /** Says that the run was asked to stop. */
  public void stopping() {
    logger.lifecycle(
        "Stopping: nothing new is begun; tasks that run on Proxmox VE are left to finish.");
  }

  @Override
  public void close() {
    progress.close();
  }

  static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}
