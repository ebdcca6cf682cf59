package io.github.talosforge.machineconfig;

import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.image.Schematic;
import io.github.talosforge.machineconfig.patch.Patching;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.versions.RunningVersions;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Generates the machine configurations of a cluster.
 *
 * <p>The same cluster, layout and secrets make the same bytes: nothing is random, and nothing
 * depends on time or on the machine.
 */
public final class MachineConfigs {

  private MachineConfigs() {}

  /**
   * Generates the configurations of all nodes that have a place.
   *
   * @param cluster the cluster as its files describe it
   * @param layout the addresses and names that its nodes got
   * @param secrets the cluster's secrets
   * @return the configurations, and what is wrong with the rest
   */
  public static GeneratedConfigs generate(
      ClusterSpec cluster, ClusterLayout layout, SecretsBundle secrets) {
    Optional<URI> endpoint = ControlPlaneEndpoint.of(cluster, layout);
    if (endpoint.isEmpty()) {
      return new GeneratedConfigs(Map.of(), FindingReport.of(withoutEndpoint(cluster)));
    }
    Map<NodeName, MachineConfig> configs = new LinkedHashMap<>();
    FindingReport report = FindingReport.empty();
    for (NodeSpec node : cluster.nodes()) {
      GeneratedConfig generated =
          generate(cluster, layout, secrets, node.name(), RunningVersions.NOTHING);
      report = report.merge(generated.report());
      generated.config().ifPresent(config -> configs.put(node.name(), config));
    }
    return new GeneratedConfigs(configs, report);
  }

  /**
   * Generates the configuration of one node for what it runs: in the form of that version of Talos,
   * and with the images of Kubernetes that run, so that it changes no version.
   *
   * @param cluster the cluster as its files describe it
   * @param layout the addresses and names that its nodes got
   * @param secrets the cluster's secrets
   * @param name the node
   * @param runs what it runs; where that is not known, the files decide
   * @return the configuration, what is wrong with it, and where the files want another version
   */
  public static GeneratedConfig generate(
      ClusterSpec cluster,
      ClusterLayout layout,
      SecretsBundle secrets,
      NodeName name,
      RunningVersions runs) {
    Optional<URI> endpoint = ControlPlaneEndpoint.of(cluster, layout);
    Optional<NodeSpec> spec =
        cluster.nodes().stream().filter(node -> node.name().equals(name)).findFirst();
    Optional<NodeAssignment> place = layout.of(name);
    if (endpoint.isEmpty() || spec.isEmpty() || place.isEmpty()) {
      return GeneratedConfig.NONE;
    }
    NodeInput input =
        new NodeInput(
            cluster,
            spec.get(),
            place.get(),
            secrets,
            runs.talos().orElse(cluster.talos().version()),
            runs.schematic().orElseGet(() -> schematic(spec.get())),
            endpoint.get());
    Patching.Patched patched =
        new Patching(input.contract().minor()).apply(NodeConfig.of(input), spec.get().patches());
    return new HeldVersions(input, runs).in(patched);
  }

  /** Returns the schematic that the files want of a node's image. */
  static SchematicId schematic(NodeSpec node) {
    return node.image().schematicId().orElseGet(() -> Schematic.of(node.image().schematic()).id());
  }

  private static Finding withoutEndpoint(ClusterSpec cluster) {
    return new Finding(
        FindingArea.NETWORK,
        "TF-ENDPOINT-MISSING",
        Severity.ERROR,
        cluster.provenance().nearest("cluster_api_vip"),
        "The control planes have no address in common, so that no node could join.",
        "Add cluster_api_vip with a free address of the subnet, or cluster_endpoint with a load"
            + " balancer's URL.");
  }
}
