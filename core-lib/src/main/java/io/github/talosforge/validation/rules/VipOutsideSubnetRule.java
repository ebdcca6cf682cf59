package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterSpec;

/** The shared address is not a host's in the nodes' subnet. */
final class VipOutsideSubnetRule extends ClusterRule {

  VipOutsideSubnetRule() {
    super("TF-VIP-OUTSIDE-SUBNET", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    CidrBlock subnet = spec.network().nodeCidr();
    spec.network()
        .vip()
        .filter(vip -> !subnet.isHost(vip))
        .ifPresent(
            vip ->
                findings.report(
                    spec.provenance().nearest("cluster_api_vip"),
                    "The shared address "
                        + vip
                        + " is none that a host in node_cidr "
                        + subnet
                        + " can have.",
                    "Choose a free address of the subnet: control planes announce it there by"
                        + " ARP."));
  }
}
