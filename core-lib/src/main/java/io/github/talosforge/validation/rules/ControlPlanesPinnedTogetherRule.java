package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Several control planes demand the same of several hosts. */
final class ControlPlanesPinnedTogetherRule extends ClusterRule {

  ControlPlanesPinnedTogetherRule() {
    super("TF-CONTROL-PLANES-PINNED-TOGETHER", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    if (spec.proxmox().hosts().size() < 2) {
      return;
    }
    Map<HostName, NodeSpec> first = new HashMap<>();
    for (NodeSpec node : spec.nodes(NodeRole.CONTROL_PLANE)) {
      Optional<HostName> host = node.demandedHost();
      NodeSpec earlier = host.isPresent() ? first.putIfAbsent(host.get(), node) : null;
      if (earlier != null) {
        findings.report(
            node.provenance().nearest("proxmox_node"),
            "The control planes "
                + earlier.name()
                + " and "
                + node.name()
                + " are both to be on "
                + host.get()
                + ": its failure takes both.",
            "Put them on different hosts, or leave proxmox_node out.");
      }
    }
  }
}
