package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ImageSpec.CloneMode;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.NodeSpec;

/** Linked clones are wanted, but nothing is cloned. */
final class LinkedCloneIgnoredRule extends NodeRule {

  LinkedCloneIgnoredRule() {
    super("TF-LINKED-CLONE-IGNORED", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.image().cloneMode() == CloneMode.LINKED
        && node.image().provision() != Provision.CLONE) {
      complaints.about(
          "clone",
          "clone: linked has no effect, because VMs are not cloned.",
          "Set provision: clone, or remove it.");
    }
  }
}
