package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.releases.Releases;

/** The Talos version is newer than those that Talosforge knows. */
final class TalosVersionUnknownRule extends ClusterRule {

  TalosVersionUnknownRule() {
    super("TF-TALOS-VERSION-UNKNOWN", Severity.WARNING);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    TalosVersion talos = spec.talos().version();
    if (Releases.known().isNewer(talos)) {
      findings.report(
          spec.provenance().nearest("talos_version"),
          "Talos "
              + talos
              + " is newer than "
              + Releases.known().talos().lastKey()
              + ", the newest that is known here; which Kubernetes it runs cannot be checked.",
          "Look at the release notes of Talos, and for a newer Talosforge.");
    }
  }
}
