package io.github.talosforge.gradle.report;

import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.health.CheckResult;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.model.NodeName;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.gradle.api.logging.Logger;

/** Tells on the console what becomes of the machines: a line when something begins or changes. */
public final class TalosConsole implements TalosLog {
  private final Logger logger;
  private final Map<NodeName, String> said;
  private final AtomicReference<String> failing = new AtomicReference<>("");

  /**
   * Writes to a task's log.
   *
   * @param logger the log
   * @param said what earlier tasks of the build have said of each node
   */
  public TalosConsole(Logger logger, Map<NodeName, String> said) {
    this.logger = logger;
    this.said = said;
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
   * Says what was done, or that nothing had to be.
   *
   * @param nodes how each node ended
   */
  public void outcomes(List<NodeOutcome> nodes) {
    if (nodes.stream().allMatch(node -> node.ending() == NodeOutcome.Ending.UNCHANGED)) {
      logger.lifecycle(
          "No changes: {} {} the machine configuration that the files describe.",
          nodes.size(),
          nodes.size() == 1 ? "node has" : "nodes have");
    } else {
      nodes.forEach(node -> logger.lifecycle("{}: {}", node.node(), node.ending().label()));
    }
  }
}
