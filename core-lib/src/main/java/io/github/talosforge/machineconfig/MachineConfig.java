package io.github.talosforge.machineconfig;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.redaction.Redaction;

/**
 * The machine configuration of one node.
 *
 * @param node the node
 * @param role what the node does
 * @param yaml the configuration as Talos reads it, which is secret
 * @param redaction decides what is shown of it
 */
public record MachineConfig(NodeName node, NodeRole role, String yaml, Redaction redaction) {

  /** Returns the node and its role, and nothing of the configuration. */
  @Override
  public String toString() {
    return "MachineConfig[node=" + node + ", role=" + role.label() + "]";
  }
}
