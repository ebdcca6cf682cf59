package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.AddressWish;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;
import java.util.List;

/** Two clusters take addresses from the same part of a subnet. */
final class SharedOffsetsRule extends ClustersRule {

  SharedOffsetsRule() {
    super("TF-CLUSTERS-SHARE-OFFSETS", Severity.WARNING);
  }

  @Override
  public void check(List<ClusterSpec> specs, RuleFindings findings) {
    for (int i = 0; i < specs.size(); i++) {
      for (ClusterSpec earlier : specs.subList(0, i)) {
        ClusterSpec spec = specs.get(i);
        if (Neighbours.shareProxmox(spec, earlier) && shareOffset(spec, earlier)) {
          findings.report(
              spec.provenance().nearest("node_ip_offsets.worker"),
              "The clusters "
                  + earlier.name()
                  + " and "
                  + spec.name()
                  + " take addresses from the same part of "
                  + spec.network().nodeCidr()
                  + ".",
              "Give them different node_ip_offsets, or write every node's address.");
        }
      }
    }
  }

  private static boolean shareOffset(ClusterSpec spec, ClusterSpec other) {
    if (!spec.network().nodeCidr().equals(other.network().nodeCidr())) {
      return false;
    }
    for (NodeRole role : NodeRole.values()) {
      if (spec.allocation().offset(role) == other.allocation().offset(role)
          && leavesOpen(spec, role)
          && leavesOpen(other, role)) {
        return true;
      }
    }
    return false;
  }

  private static boolean leavesOpen(ClusterSpec spec, NodeRole role) {
    return spec.nodes(role).stream().anyMatch(node -> node.address() instanceof AddressWish.Open);
  }
}
