package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import java.util.List;

/** Memory is plugged in while Talos runs, which it does not see. */
final class MemoryHotplugRule extends NodeRule {

  MemoryHotplugRule() {
    super("TF-MEMORY-HOTPLUG", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    String features = node.vm().options().getOrDefault("hotplug", "");
    if (List.of(features.split(",", -1)).contains("memory")) {
      complaints.about(
          "vm_options.hotplug",
          "With memory hot-plug the VM starts with a part of its memory, and Talos sees no more.",
          "Remove memory from hotplug.");
    }
  }
}
