package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DeviceSpec.AgentMode;
import io.github.talosforge.model.NodeSpec;

/** The guest agent is waited for, but not in the image. */
final class AgentExtensionRule extends NodeRule {
  private static final String EXTENSION = "siderolabs/qemu-guest-agent";

  AgentExtensionRule() {
    super("TF-AGENT-EXTENSION", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    boolean known = node.image().schematicId().isEmpty() && node.image().template().isEmpty();
    if (node.vm().devices().agent() == AgentMode.REQUIRED
        && known
        && !node.image().schematic().extensions().contains(EXTENSION)) {
      complaints.about(
          "qemu_agent",
          "The guest agent is required, but the image does not contain it: the wait would never"
              + " end.",
          "Add " + EXTENSION + " to the schematic's extensions, or set qemu_agent: optional.");
    }
  }
}
