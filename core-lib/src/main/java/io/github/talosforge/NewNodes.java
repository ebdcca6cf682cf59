package io.github.talosforge;

import io.github.talosforge.bootstrap.Joining;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.image.Schematic;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ImageSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.versions.JoiningVersions;
import io.github.talosforge.versions.NodeVersions;
import io.github.talosforge.versions.RunningVersions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What VMs are made of in a cluster that runs: the version of Talos of its control planes, and the
 * schematic of nodes whose image the files want to be the same. A first node of its kind, with a
 * GPU's driver say, has nobody to follow but the files.
 *
 * @param files the cluster as its files describe it
 * @param running what its nodes run
 */
record NewNodes(ClusterSpec files, JoiningVersions running) {
  private static final Comparator<NodeVersions> CONTROL_PLANES_FIRST =
      Comparator.comparing(node -> node.role() != NodeRole.CONTROL_PLANE);

  static SchematicId schematicId(ImageSpec image) {
    return image.schematicId().orElseGet(() -> Schematic.of(image.schematic()).id());
  }

  TalosVersion talos() {
    return running.talos().orElse(files.talos().version());
  }

  /** Returns the cluster as its new VMs are to be made. */
  ClusterSpec spec() {
    boolean same = talos().equals(files.talos().version());
    List<NodeSpec> nodes = new ArrayList<>();
    for (NodeSpec node : files.nodes()) {
      ImageSpec image = same ? node.image() : node.image().withoutChecksum();
      nodes.add(node.withImage(other(node).map(image::withSchematicId).orElse(image)));
    }
    return files.withTalos(talos()).withNodes(nodes);
  }

  /** The schematic that runs where the files want this node's, if it is another one. */
  private Optional<SchematicId> other(NodeSpec node) {
    return running(node).filter(runs -> !runs.equals(schematicId(node.image())));
  }

  private Optional<SchematicId> running(NodeSpec node) {
    SchematicId wanted = schematicId(node.image());
    Map<NodeName, SchematicId> wishes = new LinkedHashMap<>();
    files.nodes().forEach(each -> wishes.put(each.name(), schematicId(each.image())));
    return running.known().stream()
        .filter(
            each -> Optional.ofNullable(wishes.get(each.node())).filter(wanted::equals).isPresent())
        .sorted(CONTROL_PLANES_FIRST)
        .flatMap(each -> each.runs().schematic().stream())
        .findFirst();
  }

  /** Returns what a node gets again that is made anew; empty if only the files say it. */
  Optional<RunningVersions> ran(NodeName name) {
    return files.nodes().stream()
        .filter(node -> node.name().equals(name) && running.talos().isPresent())
        .findFirst()
        .map(
            node ->
                new RunningVersions(
                    running.talos(), running(node), running.kubernetes(), Optional.empty()));
  }

  /** Tells what nodes are made of, where it is not what the files say. */
  FindingReport findings(Set<NodeName> made) {
    List<String> sentences = new ArrayList<>();
    String names = names(made);
    if (!talos().equals(files.talos().version())) {
      sentences.add(
          names
              + ": made with Talos "
              + talos()
              + ", as "
              + running.deciders()
              + " it, and not with "
              + files.talos().version()
              + " as the files say.");
    }
    String otherImage =
        files.nodes().stream()
            .filter(node -> made.contains(node.name()) && other(node).isPresent())
            .map(node -> node.name().value())
            .collect(Collectors.joining(", "));
    if (!otherImage.isEmpty()) {
      sentences.add(
          otherImage
              + ": made with the schematic that nodes of the same kind run, and not with the one"
              + " that the files say.");
    }
    running
        .disagreement()
        .ifPresent(
            words ->
                sentences.add(
                    names
                        + ": "
                        + running.sources()
                        + " differ ("
                        + words
                        + "), so new nodes get the lowest version of each."));
    return FindingReport.of(sentences.stream().map(this::finding).toList());
  }

  /**
   * Of a cluster that is down, one node has to be the first again: it gets what the workers run. A
   * dead control plane is the usual reason to rebuild, so that the files, which may want another
   * version, never decide.
   */
  static FindingReport rebuilt(Joining found, Set<NodeName> made) {
    if (found.isKnown()) {
      return FindingReport.empty();
    }
    JoiningVersions versions = found.versions();
    return FindingReport.of(
        versions
            .talos()
            .map(
                talos ->
                    PlanFinding.VERSIONS_UNREAD.finding(
                        names(made)
                            + ": made with Talos "
                            + talos
                            + ", as "
                            + versions.deciders()
                            + " it, because "
                            + found.unread()
                            + ".",
                        "Better bring a control plane back first; then rebuild."))
            .orElseGet(
                () ->
                    PlanFinding.REBUILD_UNREAD.finding(
                        names(made) + " is not rebuilt: " + found.unread() + ", nor does a worker.",
                        "Bring a control plane back, then rebuild. If none can be brought back,"
                            + " write the versions that the cluster ran into the files and destroy"
                            + " the VMs of the control planes (destroyCluster --node=...; what data"
                            + " VMs keep stays); provisionNodes and bootstrap then make them of"
                            + " these versions.")));
  }

  static String names(Set<NodeName> nodes) {
    return nodes.stream().map(NodeName::value).collect(Collectors.joining(", "));
  }

  private Finding finding(String sentence) {
    return PlanFinding.VERSION_OF_NEW_NODES.finding(
        sentence,
        running.noted().isEmpty()
            ? "No task changes a version yet, so a cluster keeps to what it runs."
            : "A rebuild that did not end noted it. If another version ran since, take the line"
                + " 'talosforge: ran ...' out of those notes: then the files decide.");
  }
}
