package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.KubernetesSpec.Cni;

/** Nodes are not ready until the user installs a pod network. */
final class CniNoneRule extends ClusterRule {

  CniNoneRule() {
    super("TF-CNI-NONE", Severity.NOTE);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    if (spec.kubernetes().cni() == Cni.NONE
        && spec.kubernetes().inlineManifests().isEmpty()
        && spec.kubernetes().extraManifests().isEmpty()) {
      findings.report(
          spec.provenance().nearest("cni"),
          "With cni: none, nodes stay NotReady until a pod network is installed.",
          "Install one after the bootstrap, or put its manifests into inline_manifests.");
    }
  }
}
