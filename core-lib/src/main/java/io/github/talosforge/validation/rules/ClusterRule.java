package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;

/** A rule with its code and severity. */
abstract class ClusterRule implements Rule {
  private final String code;
  private final Severity severity;

  /** Makes a rule that reports under a code. */
  ClusterRule(String code, Severity severity) {
    this.code = code;
    this.severity = severity;
  }

  @Override
  public final String code() {
    return code;
  }

  @Override
  public final Severity severity() {
    return severity;
  }
}
