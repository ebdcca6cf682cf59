package io.github.talosforge.operation;

import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.validation.ClusterValidator;
import java.nio.file.Path;

/**
 * The two files of a cluster, for whoever wants what they describe only if nothing is wrong.
 *
 * @param cluster the file that describes the cluster
 * @param nodes the file that lists its nodes
 */
public record CheckedFiles(Path cluster, Path nodes) {

  /**
   * Reads and checks both files; everything that is wrong with them comes at once.
   *
   * @return all findings, and the cluster if none of them is an error
   */
  public ClusterReading read() {
    ClusterReading reading = ClusterFiles.read(cluster, nodes);
    FindingReport report =
        reading
            .spec()
            .map(new ClusterValidator()::validate)
            .map(reading.report()::merge)
            .orElse(reading.report());
    return new ClusterReading(report, reading.spec().filter(spec -> !report.hasErrors()));
  }
}
