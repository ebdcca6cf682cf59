package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.NodeSpec;

/** A template is named that the way of provisioning does not use. */
final class TemplateIgnoredRule extends NodeRule {

  TemplateIgnoredRule() {
    super("TF-TEMPLATE-IGNORED", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    if (node.image().template().isPresent() && node.image().provision() != Provision.CLONE) {
      complaints.about(
          "talos_template",
          "The template "
              + node.image().template().get()
              + " has no effect, because VMs are not cloned.",
          "Set provision: clone, or remove talos_template.");
    }
  }
}
