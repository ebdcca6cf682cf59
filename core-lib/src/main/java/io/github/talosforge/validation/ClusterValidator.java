package io.github.talosforge.validation;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.validation.rules.ClustersRule;
import io.github.talosforge.validation.rules.Rule;
import io.github.talosforge.validation.rules.RuleFindings;
import io.github.talosforge.validation.rules.Rules;
import java.util.ArrayList;
import java.util.List;

/** Checks clusters against all rules. */
public final class ClusterValidator {

  /** Returns everything that the rules find in a cluster. */
  public FindingReport validate(ClusterSpec spec) {
    List<Finding> findings = new ArrayList<>();
    for (Rule rule : Rules.inCluster()) {
      rule.check(spec, new RuleFindings(rule.code(), rule.severity(), findings::add));
    }
    return FindingReport.of(findings);
  }

  /** Returns what is wrong between clusters that are to exist side by side. */
  public FindingReport validateTogether(List<ClusterSpec> specs) {
    List<Finding> findings = new ArrayList<>();
    for (ClustersRule rule : Rules.betweenClusters()) {
      rule.check(specs, new RuleFindings(rule.code(), rule.severity(), findings::add));
    }
    return FindingReport.of(findings);
  }
}
