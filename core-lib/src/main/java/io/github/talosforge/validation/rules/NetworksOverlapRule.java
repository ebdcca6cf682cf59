package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NetworkSpec;

/** Two of the pods', the services' and the nodes' networks overlap. */
final class NetworksOverlapRule extends ClusterRule {

  NetworksOverlapRule() {
    super("TF-NETWORKS-OVERLAP", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    NetworkSpec network = spec.network();
    overlap(spec, findings, "cluster_pod_cidr", network.podCidr(), "node_cidr", network.nodeCidr());
    overlap(
        spec, findings, "cluster_svc_cidr", network.serviceCidr(), "node_cidr", network.nodeCidr());
    overlap(
        spec,
        findings,
        "cluster_svc_cidr",
        network.serviceCidr(),
        "cluster_pod_cidr",
        network.podCidr());
  }

  private static void overlap(
      ClusterSpec spec,
      RuleFindings findings,
      String key,
      CidrBlock block,
      String otherKey,
      CidrBlock other) {
    if (block.overlaps(other)) {
      findings.report(
          spec.provenance().nearest(key),
          key + " " + block + " and " + otherKey + " " + other + " overlap.",
          "Choose a network for " + key + " that is used nowhere else.");
    }
  }
}
