package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.ClusterSpec;

/** Nodes with static addresses have no gateway. */
final class GatewayMissingRule extends ClusterRule {

  GatewayMissingRule() {
    super("TF-GATEWAY-MISSING", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    boolean statically =
        spec.nodes().stream().anyMatch(node -> !(node.address() instanceof AddressWish.Dhcp));
    if (statically && spec.network().gateway().isEmpty()) {
      findings.report(
          spec.provenance().nearest("node_gateway"),
          "Nodes with static addresses have no gateway, so that they cannot pull images from"
              + " outside.",
          "Add node_gateway, or give the nodes address: dhcp.");
    }
  }
}
