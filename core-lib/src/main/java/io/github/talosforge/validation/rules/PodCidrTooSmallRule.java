package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterSpec;

/** The pods' network has no /24 for every node. */
final class PodCidrTooSmallRule extends ClusterRule {
  private static final int NODE_PREFIX = 24;

  PodCidrTooSmallRule() {
    super("TF-POD-CIDR-TOO-SMALL", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    CidrBlock pods = spec.network().podCidr();
    long shares = pods.prefixLength() > NODE_PREFIX ? 0 : 1L << (NODE_PREFIX - pods.prefixLength());
    if (shares < spec.nodes().size()) {
      findings.report(
          spec.provenance().nearest("cluster_pod_cidr"),
          "Kubernetes gives every node a /24 of cluster_pod_cidr; "
              + pods
              + " has "
              + shares
              + " of them for "
              + spec.nodes().size()
              + " nodes.",
          "Choose a larger network, such as 10.244.0.0/16.");
    }
  }
}
