package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import java.util.List;

/** Several control planes, or one with a changing address, have no address in common. */
final class EndpointMissingRule extends ClusterRule {

  EndpointMissingRule() {
    super("TF-ENDPOINT-MISSING", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    List<NodeSpec> controlPlanes = spec.nodes(NodeRole.CONTROL_PLANE);
    boolean unsteady =
        controlPlanes.size() > 1
            || controlPlanes.stream().anyMatch(node -> node.address() instanceof AddressWish.Dhcp);
    if (unsteady && spec.network().vip().isEmpty() && spec.network().endpoint().isEmpty()) {
      findings.report(
          spec.provenance().nearest("cluster_api_vip"),
          controlPlanes.size() > 1
              ? "The " + controlPlanes.size() + " control planes have no address in common."
              : "The control plane's address comes by DHCP, and the API server has no other one.",
          "Add cluster_api_vip with a free address of the subnet, or cluster_endpoint with a load"
              + " balancer's URL.");
    }
  }
}
