package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeSpec;

/** A card without a link has addresses, which lead nowhere. */
final class LinkDownRule extends NodeRule {

  LinkDownRule() {
    super("TF-LINK-DOWN", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    for (NicSpec card : node.vm().extraNics()) {
      if (card.linkDown() && (card.address().isPresent() || !card.vlans().isEmpty())) {
        complaints.about(
            "extra_nics",
            "A network card has addresses, but link_down pulls its cable.",
            "Remove link_down, or the card's address and vlans.");
      }
    }
  }
}
