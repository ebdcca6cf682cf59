package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.releases.Minor;
import io.github.talosforge.releases.Releases;

/** The Talos version is older than those that Talosforge can set up. */
final class TalosVersionOldRule extends ClusterRule {

  TalosVersionOldRule() {
    super("TF-TALOS-VERSION-OLD", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    TalosVersion talos = spec.talos().version();
    Minor oldest = Releases.known().talos().firstKey();
    if (Minor.of(talos).compareTo(oldest) < 0) {
      findings.report(
          spec.provenance().nearest("talos_version"),
          "Talos "
              + talos
              + " is older than "
              + oldest
              + ", the oldest that Talosforge can set up.",
          "Choose a newer talos_version.");
    }
  }
}
