package io.github.talosforge.report;

import io.github.talosforge.finding.Finding;
import java.util.List;
import java.util.Optional;

/**
 * Everything that the page about one run shows. Nothing here is secret.
 *
 * @param heading what was run and how it ended
 * @param figures the run in numbers
 * @param findings what stands in the way or is worth knowing
 * @param picture the cluster; absent when its files could not be read
 * @param plan what differed; absent when nothing was compared
 * @param running what the nodes and etcd run, empty when nobody looked
 * @param timeLine what happened when
 * @param health what the health checks said, empty when none were made
 */
public record RunReport(
    Heading heading,
    List<Figure> figures,
    List<Finding> findings,
    Optional<Picture> picture,
    Optional<PlanDiff> plan,
    List<Grid> running,
    TimeLine timeLine,
    List<HealthLine> health) {
  /** Keeps own copies of the lists. */
  public RunReport {
    figures = List.copyOf(figures);
    findings = List.copyOf(findings);
    running = List.copyOf(running);
    health = List.copyOf(health);
  }
}
