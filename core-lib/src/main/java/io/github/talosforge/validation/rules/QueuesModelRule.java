package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeSpec;

/** Packet queues are set on a card that has none. */
final class QueuesModelRule extends NodeRule {

  QueuesModelRule() {
    super("TF-QUEUES-MODEL", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    NicSpec card = node.vm().nic();
    if (card.queues() > 1
        && !card.model().equals("virtio")
        && node.provenance().isWritten("net_queues")) {
      complaints.about(
          "net_queues",
          "A card of model " + card.model() + " has no packet queues.",
          "Set net_model: virtio, or remove net_queues.");
    }
  }
}
