package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterSpec;

/** The gateway cannot be reached from the subnet. */
final class GatewayOutsideSubnetRule extends ClusterRule {

  GatewayOutsideSubnetRule() {
    super("TF-GATEWAY-OUTSIDE-SUBNET", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    CidrBlock subnet = spec.network().nodeCidr();
    spec.network()
        .gateway()
        .filter(gateway -> !subnet.isHost(gateway))
        .ifPresent(
            gateway ->
                findings.report(
                    spec.provenance().nearest("node_gateway"),
                    "The gateway "
                        + gateway
                        + " is none that a host in node_cidr "
                        + subnet
                        + " can reach.",
                    "Correct node_gateway or node_cidr."));
  }
}
