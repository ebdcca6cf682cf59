package io.github.talosforge.config.yaml;

import io.github.talosforge.finding.FindingReport;
import java.util.List;

/**
 * A text of any number of YAML documents, as far as it could be read.
 *
 * @param roots the documents in order, empty ones left out
 * @param report what is wrong with the text
 */
public record YamlDocuments(List<YamlNode.Mapping> roots, FindingReport report) {

  /** Keeps an own copy of the list. */
  public YamlDocuments {
    roots = List.copyOf(roots);
  }
}
