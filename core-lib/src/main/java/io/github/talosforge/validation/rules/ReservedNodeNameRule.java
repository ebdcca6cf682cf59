package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;

/** A node has a name that means something else. */
final class ReservedNodeNameRule extends NodeRule {

  ReservedNodeNameRule() {
    super("TF-NODE-NAME-RESERVED", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    String name = node.name().value();
    if (name.equals("localhost")) {
      complaints.about(
          "name",
          "Every machine calls itself localhost, so that no node can be called that.",
          "Give the node another name.");
    } else if (name.chars().allMatch(Character::isDigit)) {
      complaints.about(
          "name",
          "A name of digits only is taken for a VM id or an address.",
          "Put a letter in front, such as n" + name + ".");
    }
  }
}
