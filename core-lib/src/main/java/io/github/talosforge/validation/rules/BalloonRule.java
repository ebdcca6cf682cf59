package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;

/** Ballooning takes memory away that Kubernetes has given out. */
final class BalloonRule extends NodeRule {

  BalloonRule() {
    super("TF-BALLOON", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.vm().balloon() > 0 && node.vm().balloon() <= node.vm().memory().mebibytes()) {
      complaints.about(
          "balloon",
          "Ballooning takes memory away that Kubernetes counts on, and Talos does not support it.",
          "Set balloon: 0.");
    }
  }
}
