package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import java.util.List;

/** A schematic is given twice, by content and by id. */
final class SchematicTwiceRule extends NodeRule {
  private static final List<String> KEYS = List.of("", ".extensions", ".kernel_args", ".overlay");

  SchematicTwiceRule() {
    super("TF-SCHEMATIC-TWICE", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    boolean written =
        KEYS.stream().anyMatch(key -> node.provenance().isWritten("talos_schematic" + key));
    if (node.image().schematicId().isPresent() && written) {
      complaints.about(
          "talos_schematic_id",
          "talos_schematic has no effect, because talos_schematic_id says what is in the image.",
          "Remove one of them.");
    }
  }
}
