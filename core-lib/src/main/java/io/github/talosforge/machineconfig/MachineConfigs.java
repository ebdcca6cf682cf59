package io.github.talosforge.machineconfig;

import io.github.talosforge.allocation.ClusterLayout;
import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.machineconfig.document.ConfigDocuments;
import io.github.talosforge.machineconfig.patch.Patching;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.secrets.SecretsBundle;
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
    VersionContract contract = VersionContract.of(cluster.talos().version());
    Patching patching = new Patching(contract.minor());
    Map<NodeName, MachineConfig> configs = new LinkedHashMap<>();
    FindingReport report = FindingReport.empty();
    for (NodeSpec node : cluster.nodes()) {
      Optional<NodeAssignment> place = layout.of(node.name());
      if (place.isPresent()) {
        Patching.Patched patched =
            patching.apply(
                NodeConfig.of(
                    new NodeInput(cluster, node, place.get(), secrets, contract, endpoint.get())),
                node.patches());
        report = report.merge(patched.report());
        if (!patched.report().hasErrors()) {
          configs.put(node.name(), config(node, patched.documents()));
        }
      }
    }
    return new GeneratedConfigs(configs, report);
  }

  private static MachineConfig config(NodeSpec node, ConfigDocuments documents) {
    return new MachineConfig(node.name(), node.role(), documents.yaml());
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
