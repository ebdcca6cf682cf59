package io.github.talosforge.health;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.talos.TalosNode;
import java.util.Optional;

/**
 * A node that is checked.
 *
 * @param name its name, in Talos and in Kubernetes
 * @param role what it does
 * @param address the address that it should have
 * @param talos the connection to it; empty when there is no way to it
 * @param obstacle why there is none; else empty
 */
public record CheckedNode(
    NodeName name, NodeRole role, String address, Optional<TalosNode> talos, String obstacle) {

  boolean isControlPlane() {
    return role == NodeRole.CONTROL_PLANE;
  }
}
