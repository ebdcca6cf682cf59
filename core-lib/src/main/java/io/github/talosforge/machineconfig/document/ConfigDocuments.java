package io.github.talosforge.machineconfig.document;

import io.github.talosforge.config.yaml.YamlDocuments;
import io.github.talosforge.config.yaml.YamlReader;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.FreeYaml;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The documents of a machine configuration or of a patch for one.
 *
 * @param documents the documents in order; the main one, if there is one, comes first
 */
public record ConfigDocuments(List<ConfigDocument> documents) {

  /**
   * What came of reading a text.
   *
   * @param documents the documents, whole only if the report has no error
   * @param report what is wrong with the text
   */
  public record Reading(ConfigDocuments documents, FindingReport report) {}

  /** Puts the main document first, where Talos has it too. */
  public ConfigDocuments {
    List<ConfigDocument> ordered = new ArrayList<>(documents);
    ordered.sort((left, right) -> Boolean.compare(right.isMain(), left.isMain()));
    documents = Collections.unmodifiableList(ordered);
  }

  /**
   * Reads a text of one or more documents.
   *
   * @param name what findings call the text
   * @param text the text
   */
  public static Reading read(String name, String text) {
    YamlDocuments read = YamlReader.readAll(name, text.getBytes(StandardCharsets.UTF_8));
    return new Reading(
        new ConfigDocuments(
            read.roots().stream()
                .map(root -> new ConfigDocument((FreeYaml.Mapping) root.free()))
                .toList()),
        read.report());
  }

  /** Returns the documents by id. */
  public Map<DocumentId, ConfigDocument> byId() {
    Map<DocumentId, ConfigDocument> byId = new LinkedHashMap<>();
    documents.forEach(document -> byId.putIfAbsent(document.id(), document));
    return byId;
  }

  /** Returns the documents as Talos reads them, the same text for the same documents. */
  public String yaml() {
    return documents.stream()
        .map(document -> YamlText.of(document.fields()))
        .collect(Collectors.joining("---\n"));
  }
}
