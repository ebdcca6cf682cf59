package io.github.talosforge;

import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.bootstrap.Joining;
import io.github.talosforge.bootstrap.NodeConfigs;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.machineconfig.ControlPlaneEndpoint;
import io.github.talosforge.machineconfig.GeneratedConfig;
import io.github.talosforge.machineconfig.GeneratedConfigs;
import io.github.talosforge.machineconfig.MachineConfig;
import io.github.talosforge.machineconfig.MachineConfigs;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.plan.VersionReport;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.versions.JoiningVersions;
import io.github.talosforge.versions.NodeVersions;
import io.github.talosforge.versions.RunningVersions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The machine configurations of a cluster, for what its files say or for what its nodes run.
 *
 * @param spec the cluster as its files describe it
 * @param layout the addresses and names that its nodes got
 * @param secrets the cluster's secrets
 * @param joining asks the machines what they run
 * @param holders says of the nodes that have or may have a configuration why
 */
record SessionConfigs(
    ClusterSpec spec,
    ClusterLayout layout,
    SecretsBundle secrets,
    Supplier<Joining> joining,
    Supplier<Map<NodeName, String>> holders) {

  GeneratedConfigs asFiles() {
    return MachineConfigs.generate(spec, layout, secrets);
  }

  /** Generates for what each node runs; one that does not say it gets what new nodes get. */
  GeneratedConfigs asRunning() {
    if (ControlPlaneEndpoint.of(spec, layout).isEmpty()) {
      return asFiles();
    }
    Joining found = joining.get();
    Map<NodeName, RunningVersions> running = new HashMap<>();
    found.versions().nodes().forEach(node -> running.put(node.node(), node.runs()));
    Map<NodeName, MachineConfig> configs = new LinkedHashMap<>();
    List<NodeVersions> versions = new ArrayList<>();
    FindingReport report = FindingReport.empty();
    for (NodeSpec node : spec.nodes()) {
      RunningVersions runs = running.getOrDefault(node.name(), found.forNew());
      GeneratedConfig generated = MachineConfigs.generate(spec, layout, secrets, node.name(), runs);
      report = report.merge(generated.report());
      generated.config().ifPresent(config -> configs.put(node.name(), config));
      Optional.ofNullable(running.get(node.name()))
          .map(own -> new NodeVersions(node.name(), node.role(), own, generated.waiting()))
          .ifPresent(versions::add);
    }
    return new GeneratedConfigs(
        configs,
        report
            .merge(VersionReport.of(spec, versions))
            .merge(unread(found.versions(), running.keySet())));
  }

  /** Whoever applies such a configuration by hand should know. */
  private FindingReport unread(JoiningVersions versions, Set<NodeName> read) {
    List<Finding> findings = new ArrayList<>();
    if (!spec.nodes().stream().map(NodeSpec::name).allMatch(read::contains)) {
      holders.get().entrySet().stream()
          .filter(holder -> !read.contains(holder.getKey()))
          .map(
              holder ->
                  PlanFinding.VERSIONS_UNREAD.finding(
                      "Nobody knows what "
                          + holder.getKey()
                          + " runs ("
                          + holder.getValue().replaceFirst("\\.$", "")
                          + "), so its configuration is for what "
                          + (versions.talos().isPresent()
                              ? versions.deciders() + "."
                              : "the files say."),
                      "Applied by hand it could change versions; generate it again when the machine"
                          + " answers."))
          .forEach(findings::add);
    }
    return FindingReport.of(findings);
  }

  /** Makes configurations for what nodes run, of files without errors. */
  NodeConfigs forWhatRuns() {
    return forWhatRuns(fitting());
  }

  NodeConfigs forWhatRuns(Set<NodeName> valid) {
    return (node, runs) ->
        valid.contains(node)
            ? MachineConfigs.generate(spec, layout, secrets, node, runs)
            : GeneratedConfig.NONE;
  }

  /**
   * Names the nodes that have a place.
   *
   * @throws IllegalArgumentException if a configuration fits neither the version of the files nor
   *     the one that its node runs
   */
  Set<NodeName> fitting() {
    GeneratedConfigs asFiles = asFiles();
    Set<NodeName> fitting = new HashSet<>(asFiles.configs().keySet());
    if (asFiles.report().hasErrors()) {
      GeneratedConfigs asRunning = asRunning();
      fitting.addAll(asRunning.configs().keySet());
      boolean all =
          spec.nodes().stream()
              .map(NodeSpec::name)
              .allMatch(node -> fitting.contains(node) || layout.of(node).isEmpty());
      if (fitting.isEmpty() || !all) {
        throw new IllegalArgumentException(
            "The machine configurations have errors:\n"
                + asRunning.report().withSeverity(Severity.ERROR).stream()
                    .map(Finding::message)
                    .collect(Collectors.joining("\n")));
      }
    }
    return Set.copyOf(fitting);
  }
}
