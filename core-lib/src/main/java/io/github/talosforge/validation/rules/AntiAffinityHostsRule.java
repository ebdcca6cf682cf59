package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;

/** There are more control planes to keep apart than hosts. */
final class AntiAffinityHostsRule extends ClusterRule {

  AntiAffinityHostsRule() {
    super("TF-ANTI-AFFINITY-HOSTS", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    int controlPlanes = spec.nodes(NodeRole.CONTROL_PLANE).size();
    int hosts = spec.proxmox().hosts().size();
    if (spec.proxmox().antiAffinity() && hosts > 0 && controlPlanes > hosts) {
      findings.report(
          spec.provenance().nearest("anti_affinity"),
          "Proxmox VE refuses to keep "
              + controlPlanes
              + " control planes apart on "
              + hosts
              + " hosts.",
          "Add hosts to proxmox_nodes, or set anti_affinity: false.");
    }
  }
}
