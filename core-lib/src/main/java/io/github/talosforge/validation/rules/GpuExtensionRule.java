package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import java.util.List;

/** A node has a GPU, but its image nothing that drives one. */
final class GpuExtensionRule extends NodeRule {
  private static final List<String> DRIVERS = List.of("nvidia", "amdgpu", "i915", "/xe");

  GpuExtensionRule() {
    super("TF-GPU-EXTENSION", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    boolean known = node.image().schematicId().isEmpty() && node.image().template().isEmpty();
    boolean driven =
        node.image().schematic().extensions().stream()
            .anyMatch(extension -> DRIVERS.stream().anyMatch(extension::contains));
    if (node.vm().gpu().isPresent() && known && !driven) {
      complaints.about(
          "gpu_mapping",
          "The node has a GPU, but no extension of its image drives one.",
          "Add it to the node's extensions, such as"
              + " siderolabs/nvidia-open-gpu-kernel-modules-lts; the node gets a template of its"
              + " own.");
    }
  }
}
