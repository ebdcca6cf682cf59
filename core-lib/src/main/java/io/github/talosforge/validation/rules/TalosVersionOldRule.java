package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.TalosVersion;

/** The Talos version is older than those that Talosforge can set up. */
final class TalosVersionOldRule extends ClusterRule {

  TalosVersionOldRule() {
    super("TF-TALOS-VERSION-OLD", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    TalosVersion talos = spec.talos().version();
    if (talos.major() < 1 || (talos.major() == 1 && talos.minor() < TalosSupport.OLDEST_TALOS)) {
      findings.report(
          spec.provenance().nearest("talos_version"),
          "Talos "
              + talos
              + " is older than 1."
              + TalosSupport.OLDEST_TALOS
              + ", the oldest that Talosforge can set up.",
          "Choose a newer talos_version.");
    }
  }
}
