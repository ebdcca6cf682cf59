package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;

/** The shared address is the gateway's. */
final class VipIsGatewayRule extends ClusterRule {

  VipIsGatewayRule() {
    super("TF-VIP-IS-GATEWAY", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    spec.network()
        .vip()
        .filter(vip -> spec.network().gateway().filter(vip::equals).isPresent())
        .ifPresent(
            vip ->
                findings.report(
                    spec.provenance().nearest("cluster_api_vip"),
                    "The shared address " + vip + " is the gateway's.",
                    "Choose for cluster_api_vip an address that no machine has."));
  }
}
