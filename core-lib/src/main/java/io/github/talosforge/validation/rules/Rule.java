package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;

/** Finds one kind of mistake in a cluster. */
public interface Rule {

  /** Returns the stable code of what the rule finds, such as {@code TF-VIP-OUTSIDE-SUBNET}. */
  String code();

  /** Returns how much it matters. */
  Severity severity();

  /** Reports every place in a cluster where the mistake is made. */
  void check(ClusterSpec spec, RuleFindings findings);
}
