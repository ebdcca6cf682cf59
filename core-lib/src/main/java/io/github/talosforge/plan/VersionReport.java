package io.github.talosforge.plan;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.versions.NodeVersions;
import io.github.talosforge.versions.VersionDifference;
import io.github.talosforge.versions.VersionWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The sentences about versions that run and are not those of the files. */
public final class VersionReport {
  private static final String ADVICE =
      "No task changes a version yet; upgrades will have tasks of their own. Until then what runs"
          + " goes on running, everything else is applied as usual, and nodes that are made get"
          + " what the control planes run. To have no difference, write what runs into the files.";

  private VersionReport() {}

  /** Tells nodes that differ in the same way in one sentence. */
  public static FindingReport of(ClusterSpec spec, List<NodeVersions> nodes) {
    Map<String, List<NodeVersions>> alike = new LinkedHashMap<>();
    for (NodeVersions node : nodes) {
      if (!node.differences().isEmpty()) {
        alike
            .computeIfAbsent(VersionWords.of(node.differences()), words -> new ArrayList<>())
            .add(node);
      }
    }
    List<Finding> findings = new ArrayList<>();
    alike.forEach(
        (words, same) ->
            findings.add(
                PlanFinding.VERSION_DIFFERS.at(
                    location(spec, same.get(0).differences()),
                    names(same) + (same.size() == 1 ? " runs " : " run ") + words + ".",
                    ADVICE)));
    return FindingReport.of(findings);
  }

  private static String names(List<NodeVersions> nodes) {
    return (nodes.size() == 1 ? "Node " : "Nodes ")
        + nodes.stream()
            .map(NodeVersions::node)
            .map(NodeName::value)
            .collect(Collectors.joining(", "));
  }

  private static @Nullable SourceLocation location(
      ClusterSpec spec, List<VersionDifference> differences) {
    boolean talos =
        differences.stream().anyMatch(each -> each.subject().equals(VersionDifference.TALOS));
    return spec.provenance().nearest(talos ? "talos_version" : "kubernetes_version");
  }
}
