package io.github.talosforge.machineconfig;

import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.GuestVlan;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.secrets.SecretsBundle;
import java.net.URI;

/**
 * Everything that a node's configuration follows from.
 *
 * @param talos the version of Talos that the node runs or will run, which decides the form
 * @param schematic the schematic of its image
 */
record NodeInput(
    ClusterSpec cluster,
    NodeSpec node,
    NodeAssignment assignment,
    SecretsBundle secrets,
    TalosVersion talos,
    SchematicId schematic,
    URI endpoint) {

  VersionContract contract() {
    return VersionContract.of(talos);
  }

  boolean isControlPlane() {
    return node.role() == NodeRole.CONTROL_PLANE;
  }

  /** Tells whether the node has addresses in more than one network. */
  boolean isMultiHomed() {
    return node.vm().extraNics().stream().anyMatch(nic -> nic.address().isPresent())
        || node.vm().nics().stream()
            .flatMap(nic -> nic.vlans().stream())
            .anyMatch(GuestVlan::isAddressed);
  }
}
