package io.github.talosforge.validation.rules;

import io.github.talosforge.finding.Severity;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.ImageSpec.CloneMode;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.StorageName;

/** A linked clone is to be on another storage than its template. */
final class LinkedCloneStorageRule extends NodeRule {

  LinkedCloneStorageRule() {
    super("TF-LINKED-CLONE-STORAGE", Severity.ERROR);
  }

  @Override
  void check(NodeSpec node, ClusterSpec spec, Complaints complaints) {
    StorageName storage = node.vm().systemDisk().storage();
    StorageName template = spec.proxmox().templateStorage();
    if (node.image().cloneMode() == CloneMode.LINKED
        && node.image().provision() == Provision.CLONE
        && node.image().template().isEmpty()
        && !storage.equals(template)) {
      complaints.about(
          "clone",
          "A linked clone builds on its template's disk and cannot be on "
              + storage
              + " while templates are on "
              + template
              + ".",
          "Use the same storage for both, or clone: full.");
    }
  }
}
