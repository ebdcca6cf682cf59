package io.github.talosforge.plan;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.SourceLocation;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.KubernetesVersion;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.releases.Releases;
import io.github.talosforge.releases.UpgradeWay;
import io.github.talosforge.releases.VersionPair;
import io.github.talosforge.releases.Wayfinder;
import io.github.talosforge.versions.ImageName;
import io.github.talosforge.versions.JoiningVersions;
import io.github.talosforge.versions.KubernetesPart;
import io.github.talosforge.versions.NodeVersions;
import io.github.talosforge.versions.RemovedUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The sentences about the way from what nodes run to what the files want. */
public final class UpgradeReport {
  private final ClusterSpec spec;
  private final Supplier<? extends Collection<TalosVersion>> published;
  private final Supplier<? extends Collection<ConfigDocuments>> configs;

  /**
   * Prepares to report.
   *
   * @param spec the cluster as its files describe it
   * @param published the versions of Talos that can be had; asked only if there is a way to find
   * @param configs the machine configurations that the files describe; asked only for another
   *     version of Kubernetes
   */
  public UpgradeReport(
      ClusterSpec spec,
      Supplier<? extends Collection<TalosVersion>> published,
      Supplier<? extends Collection<ConfigDocuments>> configs) {
    this.spec = spec;
    this.published = published;
    this.configs = configs;
  }

  /** Says which upgrades lead from what nodes run to what the files want, and what hinders them. */
  public FindingReport of(List<NodeVersions> nodes) {
    VersionPair wanted = new VersionPair(spec.talos().version(), spec.kubernetes().version());
    return lowest(nodes)
        .filter(runs -> !runs.equals(wanted))
        .map(runs -> FindingReport.of(findings(runs, wanted)))
        .orElseGet(FindingReport::empty);
  }

  /** What all nodes can do at least, which is where an upgrade begins. */
  private static Optional<VersionPair> lowest(List<NodeVersions> nodes) {
    Optional<TalosVersion> talos =
        nodes.stream().flatMap(node -> node.runs().talos().stream()).min(Comparator.naturalOrder());
    Optional<KubernetesVersion> kubernetes =
        new JoiningVersions(nodes)
            .kubernetes()
            .flatMap(images -> images.of(KubernetesPart.API_SERVER))
            .flatMap(ImageName::version);
    return talos.flatMap(version -> kubernetes.map(images -> new VersionPair(version, images)));
  }

  private List<Finding> findings(VersionPair runs, VersionPair wanted) {
    Releases releases = Releases.known();
    UpgradeWay way = new Wayfinder(releases, published.get()).between(runs, wanted);
    List<Finding> findings = new ArrayList<>();
    if (!way.steps().isEmpty()) {
      findings.add(
          PlanFinding.UPGRADE_WAY.at(
              place(runs, wanted),
              "From " + runs + ", upgrades in this order lead to the files: " + way.words() + ".",
              "Do them one by one with talosctl; after each, write its version into the files."));
    }
    way.obstacles().stream()
        .map(
            obstacle ->
                PlanFinding.UPGRADE_REFUSED.at(
                    place(runs, wanted), obstacle, "Write other versions into the files."))
        .forEach(findings::add);
    removed(releases, runs, wanted).ifPresent(findings::add);
    return findings;
  }

  private Optional<Finding> removed(Releases releases, VersionPair runs, VersionPair wanted) {
    var items = releases.removedBetween(runs.kubernetes(), wanted.kubernetes());
    List<String> uses =
        items.isEmpty()
            ? List.of()
            : configs.get().stream()
                .flatMap(documents -> RemovedUse.in(documents, items).stream())
                .map(RemovedUse::words)
                .distinct()
                .toList();
    return uses.isEmpty()
        ? Optional.empty()
        : Optional.of(
            PlanFinding.UPGRADE_REMOVES.at(
                spec.provenance().nearest("kubernetes_version"),
                "Components would not start with what they are given: "
                    + uses.stream().collect(Collectors.joining("; "))
                    + ".",
                "Take it out of machine_patches before the upgrade."));
  }

  private @Nullable SourceLocation place(VersionPair runs, VersionPair wanted) {
    boolean talos = !runs.talos().equals(wanted.talos());
    return spec.provenance().nearest(talos ? "talos_version" : "kubernetes_version");
  }
}
