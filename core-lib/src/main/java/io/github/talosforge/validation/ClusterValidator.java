package io.github.talosforge.validation;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.validation.rules.ClustersRule;
import io.github.talosforge.validation.rules.Rule;
import io.github.talosforge.validation.rules.RuleFindings;
import io.github.talosforge.validation.rules.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks clusters against all rules. */
public final class ClusterValidator {

  /** Returns everything that the rules find in a cluster. */
  public FindingReport validate(ClusterSpec spec) {
    List<Finding> findings = new ArrayList<>();
    for (Map.Entry<FindingArea, List<Rule>> area : Rules.inCluster().entrySet()) {
      for (Rule rule : area.getValue()) {
        rule.check(
            spec, new RuleFindings(area.getKey(), rule.code(), rule.severity(), findings::add));
      }
    }
    return FindingReport.of(findings);
  }

  /** Returns what is wrong between clusters that are to exist side by side. */
  public FindingReport validateTogether(List<ClusterSpec> specs) {
    List<Finding> findings = new ArrayList<>();
    for (ClustersRule rule : Rules.betweenClusters()) {
      rule.check(specs, new RuleFindings(rule.area(), rule.code(), rule.severity(), findings::add));
    }
    return FindingReport.of(findings);
  }
}
