package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.talos.TalosEndpoint;
import java.util.Optional;

/**
 * Where a node can be reached.
 *
 * @param node the node
 * @param role what it does
 * @param endpoint where its API should listen; empty when there is no way to it
 * @param obstacle why there is none, such as a VM that does not run; else empty
 */
public record NodePlace(
    NodeName node, NodeRole role, Optional<TalosEndpoint> endpoint, String obstacle) {

  /**
   * A node with an address.
   *
   * @param node the node
   * @param role what it does
   * @param endpoint where its API should listen
   * @return the place
   */
  public static NodePlace at(NodeName node, NodeRole role, TalosEndpoint endpoint) {
    return new NodePlace(node, role, Optional.of(endpoint), "");
  }

  /**
   * A node that cannot be reached yet.
   *
   * @param node the node
   * @param role what it does
   * @param obstacle a sentence that says why, and what to try
   * @return the place
   */
  public static NodePlace missing(NodeName node, NodeRole role, String obstacle) {
    return new NodePlace(node, role, Optional.empty(), obstacle);
  }

  boolean isControlPlane() {
    return role == NodeRole.CONTROL_PLANE;
  }
}
