package io.github.talosforge.config.yaml;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import java.util.Optional;

/**
 * A file as it was read.
 *
 * @param root the map that the file consists of; absent when there is none
 * @param report what is wrong with the file as YAML
 */
public record YamlFile(Optional<YamlNode.Mapping> root, FindingReport report) {

  static YamlFile refused(Finding finding) {
    return new YamlFile(Optional.empty(), FindingReport.of(finding));
  }
}
