package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeSpec;

/** A network card has more queues than there are cores to serve them. */
final class QueuesAboveCoresRule extends NodeRule {

  QueuesAboveCoresRule() {
    super("TF-QUEUES-ABOVE-CORES", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    int cores = node.vm().cpu().totalCores();
    complain(node.vm().nic(), "net_queues", cores, complaints);
    node.vm().extraNics().forEach(card -> complain(card, "extra_nics", cores, complaints));
  }

  private static void complain(NicSpec card, String key, int cores, Complaints complaints) {
    if (card.queues() > cores) {
      complaints.about(
          key,
          card.queues() + " packet queues are more than the " + cores + " cores that serve them.",
          "Use at most one queue a core.");
    }
  }
}
