package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.StorageName;
import java.util.Optional;

/** High availability starts a VM on a host that does not have its disks. */
final class HaLocalStorageRule extends NodeRule {

  HaLocalStorageRule() {
    super("TF-HA-LOCAL-STORAGE", Severity.WARNING);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    Optional<StorageName> storage = LocalStorage.of(node);
    if (node.vm().lifecycle().ha().enabled() && !node.volumes().dataVm() && storage.isPresent()) {
      complaints.about(
          "ha",
          "When a host fails, its disks on "
              + storage.get()
              + " are gone with it, and HA starts the VM elsewhere without them.",
          "Put the disks on shared storage, or set ha: false; Kubernetes survives the loss of a"
              + " node.");
    }
  }
}
