package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeRole;

/** Proxmox VE keeps only those VMs apart that its high availability manages. */
final class AntiAffinityWithoutHaRule extends ClusterRule {

  AntiAffinityWithoutHaRule() {
    super("TF-ANTI-AFFINITY-WITHOUT-HA", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    boolean managed =
        spec.nodes(NodeRole.CONTROL_PLANE).stream()
            .allMatch(node -> node.vm().lifecycle().ha().enabled());
    if (spec.proxmox().antiAffinity() && !managed) {
      findings.report(
          spec.provenance().nearest("anti_affinity"),
          "Proxmox VE keeps only those VMs apart that its HA manages, and not all control planes"
              + " are.",
          "Set ha: true for control planes, or anti_affinity: false; new VMs are spread anyway.");
    }
  }
}
