package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeSpec;

/** A further network card is in the nodes' subnet as well. */
final class ExtraNicSameSubnetRule extends NodeRule {

  ExtraNicSameSubnetRule() {
    super("TF-EXTRA-NIC-SAME-SUBNET", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    CidrBlock subnet = spec.network().nodeCidr();
    for (NicSpec card : node.vm().extraNics()) {
      boolean same =
          card.address()
              .filter(text -> text.indexOf('/') > 0)
              .map(text -> Ipv4Address.of(text.substring(0, text.indexOf('/'))))
              .filter(subnet::contains)
              .isPresent();
      if (same) {
        complaints.about(
            "extra_nics",
            "A further network card has an address in node_cidr "
                + subnet
                + " too; answers then leave by the wrong card.",
            "Give it an address of another network.");
      }
    }
  }
}
