package io.github.talosforge.machineconfig;

import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.versions.VersionDifference;
import java.util.List;
import java.util.Optional;

/**
 * What came of generating the configuration of one node.
 *
 * @param config the configuration; empty with an error, or while the node has no place
 * @param report what is wrong, such as patches that do not fit the version that the node runs
 * @param waiting the versions that the files want and the configuration does not bring
 */
public record GeneratedConfig(
    Optional<MachineConfig> config, FindingReport report, List<VersionDifference> waiting) {
  /** What comes of a node that has no place yet. */
  public static final GeneratedConfig NONE =
      new GeneratedConfig(Optional.empty(), FindingReport.empty(), List.of());

  /** Keeps an own copy of the list. */
  public GeneratedConfig {
    waiting = List.copyOf(waiting);
  }
}
