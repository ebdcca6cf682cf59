package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.FindingArea;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import java.util.List;

/** Finds one kind of clash between clusters. */
public abstract class ClustersRule {
  private final String code;
  private final Severity severity;

  /** Makes a rule that reports under a code. */
  ClustersRule(String code, Severity severity) {
    this.code = code;
    this.severity = severity;
  }

  /** Returns the stable code of what the rule finds. */
  public final String code() {
    return code;
  }

  /** Returns where the rule finds its clashes: clusters clash in what names and networks know. */
  public final FindingArea area() {
    return FindingArea.NETWORK;
  }

  /** Returns how much it matters. */
  public final Severity severity() {
    return severity;
  }

  /** Reports every clash between the clusters. */
  public abstract void check(List<ClusterSpec> specs, RuleFindings findings);
}
