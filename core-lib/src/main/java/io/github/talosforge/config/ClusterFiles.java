package io.github.talosforge.config;

import io.github.talosforge.config.catalogue.Catalogue;
import io.github.talosforge.config.catalogue.Checks;
import io.github.talosforge.config.catalogue.SectionType;
import io.github.talosforge.config.yaml.YamlFile;
import io.github.talosforge.config.yaml.YamlNode;
import io.github.talosforge.config.yaml.YamlReader;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.finding.SourceLocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads the two files that describe a cluster.
 *
 * <pre>{@code
 * ClusterReading reading = ClusterFiles.read(Path.of("cluster.yaml"), Path.of("nodes.yaml"));
 * reading.spec().ifPresentOrElse(this::plan, () -> print(reading.report().render()));
 * }</pre>
 */
public final class ClusterFiles {
  /** The largest number of bytes of a file that are looked at, one more than are read. */
  private static final int LOOKED_AT = (1 << 20) + 1;

  private ClusterFiles() {}

  /** Reads the files; whatever is wrong with them is in the report. */
  public static ClusterReading read(Path clusterFile, Path nodesFile) {
    return read(load(clusterFile), load(nodesFile));
  }

  /** Reads the files' contents, which findings name {@code cluster.yaml} and {@code nodes.yaml}. */
  public static ClusterReading read(String clusterText, String nodesText) {
    return read(
        YamlReader.read("cluster.yaml", clusterText.getBytes(StandardCharsets.UTF_8)),
        YamlReader.read("nodes.yaml", nodesText.getBytes(StandardCharsets.UTF_8)));
  }

  static ClusterReading read(YamlFile cluster, YamlFile nodes) {
    Checks checks = new Checks();
    check(Catalogue.CLUSTER_FILE, cluster, checks);
    check(Catalogue.NODES_FILE, nodes, checks);
    FindingReport report = cluster.report().merge(nodes.report()).merge(checks.report());
    Optional<YamlNode.Mapping> clusterRoot = cluster.root();
    Optional<YamlNode.Mapping> nodesRoot = nodes.root();
    if (report.hasErrors() || clusterRoot.isEmpty() || nodesRoot.isEmpty()) {
      return new ClusterReading(report, Optional.empty());
    }
    ClusterAssembly assembly = new ClusterAssembly(clusterRoot.get(), nodesRoot.get());
    Optional<Finding> tooMany = assembly.tooManyNodes();
    return tooMany.isPresent()
        ? new ClusterReading(report.merge(FindingReport.of(tooMany.get())), Optional.empty())
        : new ClusterReading(report, Optional.of(assembly.spec()));
  }

  private static void check(SectionType section, YamlFile file, Checks checks) {
    file.root().ifPresent(root -> section.check("", root, checks));
  }

  private static YamlFile load(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return YamlReader.read(file.toString(), in.readNBytes(LOOKED_AT));
    } catch (IOException e) {
      return unreadable(file, e);
    }
  }

  private static YamlFile unreadable(Path file, IOException cause) {
    String reason =
        cause instanceof NoSuchFileException
            ? "There is no such file."
            : "The file cannot be read: " + cause.getMessage() + ".";
    return new YamlFile(
        Optional.empty(),
        FindingReport.of(
            new Finding(
                FindingArea.FILES,
                "TF-FILE-UNREADABLE",
                Severity.ERROR,
                new SourceLocation(file.toString(), 1, 1),
                reason,
                "Check the path and the file's permissions.")));
  }
}
