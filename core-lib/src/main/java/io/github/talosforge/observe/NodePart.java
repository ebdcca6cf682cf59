package io.github.talosforge.observe;

import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.model.NodeName;
import java.util.Optional;

/** Which of a node's VMs one is. */
public enum NodePart {
  /** The VM that runs Talos. */
  SYSTEM("node"),
  /** The VM that never runs and keeps the node's data disks. */
  DATA("data");

  private final String word;

  NodePart(String word) {
    this.word = word;
  }

  /** Returns the name that the VM has. */
  public String vmName(NodeName node) {
    return this == DATA ? NodeAssignment.dataVmName(node) : node.value();
  }

  /** Returns the name of the node whose data a VM of this name would keep. */
  static Optional<String> dataOf(String vmName) {
    String suffix = NodeAssignment.DATA_VM_SUFFIX;
    return vmName.endsWith(suffix)
        ? Optional.of(vmName.substring(0, vmName.length() - suffix.length()))
        : Optional.empty();
  }

  /** Returns the word that stands before the node in a marker. */
  String word() {
    return word;
  }
}
