package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.releases.Releases;

/** The Talos version does not run the Kubernetes version. */
final class VersionPairRule extends ClusterRule {

  VersionPairRule() {
    super("TF-VERSION-PAIR", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    TalosVersion talos = spec.talos().version();
    Releases.known()
        .of(talos)
        .filter(minor -> !minor.runs(spec.kubernetes().version()))
        .ifPresent(
            minor ->
                findings.report(
                    spec.provenance().nearest("kubernetes_version"),
                    "Talos "
                        + talos
                        + " runs Kubernetes "
                        + minor.kubernetes()
                        + ", not "
                        + spec.kubernetes().version()
                        + ".",
                    "Choose a kubernetes_version among these, or another talos_version."));
  }
}
