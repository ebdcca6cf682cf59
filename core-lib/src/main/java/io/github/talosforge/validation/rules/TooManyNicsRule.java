package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;

/** A VM has more network cards than Proxmox VE has places. */
final class TooManyNicsRule extends NodeRule {
  private static final int PLACES = 32;

  TooManyNicsRule() {
    super("TF-TOO-MANY-NICS", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    int cards = 1 + node.vm().extraNics().size();
    if (cards > PLACES) {
      complaints.about(
          "extra_nics",
          "The VM would have " + cards + " network cards, but places for " + PLACES + ".",
          "Use VLANs on fewer cards.");
    }
  }
}
