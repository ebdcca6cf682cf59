package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterName;
import io.github.talosforge.model.ClusterSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Two clusters have the same name. */
final class SameClusterNameRule extends ClustersRule {

  SameClusterNameRule() {
    super("TF-CLUSTERS-SAME-NAME", Severity.ERROR);
  }

  @Override
  public void check(List<ClusterSpec> specs, RuleFindings findings) {
    Set<ClusterName> names = new HashSet<>();
    for (ClusterSpec spec : specs) {
      if (!names.add(spec.name())) {
        findings.report(
            spec.provenance().nearest("cluster_name"),
            "Two clusters are called " + spec.name() + ".",
            "Rename one of them.");
      }
    }
  }
}
