package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ClusterUid;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Two clusters have the same uid, so that each takes the other's VMs for its own. */
final class SameClusterUidRule extends ClustersRule {

  SameClusterUidRule() {
    super("TF-CLUSTERS-SAME-UID", Severity.ERROR);
  }

  @Override
  public void check(List<ClusterSpec> specs, RuleFindings findings) {
    Map<String, ClusterSpec> first = new HashMap<>();
    for (ClusterSpec spec : specs) {
      String uid = spec.uid().map(ClusterUid::value).orElse(spec.name().value());
      ClusterSpec earlier = first.putIfAbsent(uid, spec);
      if (earlier != null && !earlier.name().equals(spec.name())) {
        findings.report(
            spec.provenance().nearest("cluster_uid"),
            "The clusters "
                + earlier.name()
                + " and "
                + spec.name()
                + " have the uid "
                + uid
                + ": each would take the other's VMs for its own.",
            "Give one of them a cluster_uid that nothing else has.");
      }
    }
  }
}
