package io.github.talosforge.machineconfig.diff;

import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.machineconfig.document.ConfigDocument;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.machineconfig.document.DocumentId;
import io.github.talosforge.machineconfig.schema.ConfigSchema;
import io.github.talosforge.redaction.Redaction;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What differs between two configurations by meaning: order of keys, quotes and values that say
 * what is the case anyway make no difference.
 *
 * @param differences the values that differ, by document and path
 * @param report what is wrong with the texts; with an error nothing was compared
 */
public record ConfigDiff(List<FieldDifference> differences, FindingReport report) {

  /** Keeps an own copy of the list. */
  public ConfigDiff {
    differences = List.copyOf(differences);
  }

  /**
   * Compares what a node runs with what it should run.
   *
   * @param minor the minor version of Talos 1 that the node runs
   * @param running the configuration that the node has
   * @param wanted the configuration that it should have
   * @param redaction decides what is shown of values
   */
  public static ConfigDiff between(int minor, String running, String wanted, Redaction redaction) {
    ConfigDocuments.Reading before = ConfigDocuments.read("running machine config", running);
    ConfigDocuments.Reading after = ConfigDocuments.read("wanted machine config", wanted);
    FindingReport report = before.report().merge(after.report());
    return report.hasErrors()
        ? new ConfigDiff(List.of(), report)
        : new ConfigDiff(
            differences(
                ConfigSchema.of(minor),
                before.documents().byId(),
                after.documents().byId(),
                redaction),
            report);
  }

  /** Tells whether the configurations mean the same. */
  public boolean isEmpty() {
    return differences.isEmpty() && !report.hasErrors();
  }

  /** Returns the differences as text, one a line. */
  public String render() {
    return differences.stream().map(FieldDifference::render).collect(Collectors.joining("\n"));
  }

  private static List<FieldDifference> differences(
      ConfigSchema schema,
      Map<DocumentId, ConfigDocument> before,
      Map<DocumentId, ConfigDocument> after,
      Redaction redaction) {
    List<FieldDifference> differences = new ArrayList<>();
    Set<DocumentId> ids = new LinkedHashSet<>(after.keySet());
    ids.addAll(before.keySet());
    for (DocumentId id : ids) {
      Map<String, FlatValue> left = values(schema, id, Optional.ofNullable(before.get(id)));
      Map<String, FlatValue> right = values(schema, id, Optional.ofNullable(after.get(id)));
      NavigableSet<String> paths = new TreeSet<>(left.keySet());
      paths.addAll(right.keySet());
      paths.removeIf(path -> isFilled(path, paths));
      // Most values are the same on both sides, and to hide what is secret takes longer than to
      // compare.
      paths.removeIf(path -> Objects.equals(left.get(path), right.get(path)));
      for (String path : paths) {
        differences.add(
            new FieldDifference(
                id,
                redaction.line(path),
                Optional.ofNullable(left.get(path)).map(value -> value.shown(redaction)),
                Optional.ofNullable(right.get(path)).map(value -> value.shown(redaction))));
      }
    }
    return differences;
  }

  /** An empty section does not differ from one that has something in it, but that something. */
  private static boolean isFilled(String path, NavigableSet<String> paths) {
    String next = paths.higher(path);
    return next != null && (next.startsWith(path + ".") || next.startsWith(path + "["));
  }

  private static Map<String, FlatValue> values(
      ConfigSchema schema, DocumentId id, Optional<ConfigDocument> document) {
    return document
        .map(found -> FlatDocument.of(schema.document(id.kind()).orElse(null), found))
        .orElseGet(Map::of);
  }
}
