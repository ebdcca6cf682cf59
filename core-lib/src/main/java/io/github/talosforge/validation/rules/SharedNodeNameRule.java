package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeName;
import java.util.List;

/** Two clusters on one Proxmox VE have a node of the same name. */
final class SharedNodeNameRule extends ClustersRule {

  SharedNodeNameRule() {
    super("TF-CLUSTERS-SHARE-NODE-NAME", Severity.ERROR);
  }

  @Override
  public void check(List<ClusterSpec> specs, RuleFindings findings) {
    Clash.each(
        specs,
        Neighbours::shareProxmox,
        SharedNodeNameRule::names,
        (name, spec, other, location) ->
            findings.report(
                location,
                "A node of cluster " + other.name() + " is called " + name + " as well.",
                "Rename one of them, best with the cluster's name in it."));
  }

  private static List<Demand<NodeName>> names(ClusterSpec spec) {
    return spec.nodes().stream()
        .map(node -> new Demand<>(node.name(), node, node.provenance().nearest("name")))
        .toList();
  }
}
