package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.StorageName;
import java.util.Optional;

/** High availability cannot move a VM that uses another VM's local disks. */
final class DataVmHaRule extends NodeRule {

  DataVmHaRule() {
    super("TF-DATA-VM-HA", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    Optional<StorageName> storage = LocalStorage.of(node);
    if (node.vm().lifecycle().ha().enabled() && node.volumes().dataVm() && storage.isPresent()) {
      complaints.about(
          "ha",
          "HA cannot migrate a VM whose disks on "
              + storage.get()
              + " belong to its data VM: Proxmox VE refuses local disks of another VM.",
          "Set ha: false; or, before the node is made, put its data on shared storage or set data_vm:"
              + " false.");
    }
  }
}
