package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.NodeSpec;
import java.util.Optional;

/** EPHEMERAL has no size where it needs one, or too little. */
final class EphemeralSizeRule extends NodeRule {
  private static final DiskSize MINIMUM = DiskSize.ofGibibytes(2);

  EphemeralSizeRule() {
    super("TF-EPHEMERAL-SIZE", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    Optional<DiskSize> size = node.volumes().ephemeralSize();
    if (node.volumes().dataVm() && size.isEmpty()) {
      complaints.about(
          "ephemeral_size",
          "With a data VM, EPHEMERAL is on a disk of its own, whose size nobody says.",
          "Add ephemeral_size, such as ephemeral_size: 100G.");
    } else if (size.isPresent() && size.get().compareTo(MINIMUM) < 0) {
      complaints.about(
          "ephemeral_size",
          "EPHEMERAL of "
              + size.get()
              + " is smaller than the "
              + MINIMUM
              + " that Talos makes it at least.",
          "Set ephemeral_size to " + MINIMUM + " or more.");
    }
  }
}
