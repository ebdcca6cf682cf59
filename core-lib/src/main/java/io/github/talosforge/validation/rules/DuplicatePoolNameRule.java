package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.PoolSpec;
import java.util.HashSet;
import java.util.Set;

/** Two pools have the same name. */
final class DuplicatePoolNameRule extends ClusterRule {

  DuplicatePoolNameRule() {
    super("TF-DUPLICATE-POOL-NAME", Severity.ERROR);
  }

  @Override
  public void check(ClusterSpec spec, RuleFindings findings) {
    Set<String> names = new HashSet<>();
    for (PoolSpec pool : spec.pools()) {
      if (!names.add(pool.name())) {
        findings.report(
            pool.provenance().nearest("name"),
            "Two pools are called " + pool.name() + ".",
            "Rename one of them, or make one pool of both.");
      }
    }
  }
}
