package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterSpec;
import java.util.List;

/** The kubelet may not use any address that the nodes have. */
final class NodeIpSubnetsRule extends ClusterRule {

  NodeIpSubnetsRule() {
    super("TF-NODE-IP-SUBNETS", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    List<CidrBlock> subnets = spec.kubernetes().kubelet().nodeIpSubnets();
    CidrBlock nodes = spec.network().nodeCidr();
    if (!subnets.isEmpty() && subnets.stream().noneMatch(nodes::overlaps)) {
      findings.report(
          spec.provenance().nearest("kubelet.node_ip_subnets"),
          "The kubelet may use addresses of "
              + subnets.get(0)
              + " only, but the nodes are in "
              + nodes
              + ".",
          "Add node_cidr to node_ip_subnets, or remove the key.");
    }
  }
}
