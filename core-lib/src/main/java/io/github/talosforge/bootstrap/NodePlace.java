package io.github.talosforge.bootstrap;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.talos.TalosEndpoint;
import java.util.Optional;

/**
 * Where a node can be reached.
 *
 * @param node the node
 * @param role what it does
 * @param endpoint where its API should listen; empty when there is no way to it
 * @param obstacle why there is none, such as a VM that does not run; else empty
 * @param machine the SMBIOS UUID that its VM runs with; only a machine that shows it gets a first
 *     configuration
 * @param hostDown whether its VM is on a host that is down, so that waiting brings nothing
 */
public record NodePlace(
    NodeName node,
    NodeRole role,
    Optional<TalosEndpoint> endpoint,
    String obstacle,
    Optional<SmbiosUuid> machine,
    boolean hostDown) {

  /**
   * A node with an address.
   *
   * @param node the node
   * @param role what it does
   * @param endpoint where its API should listen
   * @return the place
   */
  public static NodePlace at(NodeName node, NodeRole role, TalosEndpoint endpoint) {
    return new NodePlace(node, role, Optional.of(endpoint), "", Optional.empty(), false);
  }

  /**
   * Says which machine has to be there.
   *
   * @param uuid the SMBIOS UUID that the node's VM runs with
   * @return a changed copy
   */
  public NodePlace of(SmbiosUuid uuid) {
    return new NodePlace(node, role, endpoint, obstacle, Optional.of(uuid), hostDown);
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
    return new NodePlace(node, role, Optional.empty(), obstacle, Optional.empty(), false);
  }

  /**
   * A node whose VM is on a host that is down.
   *
   * @param node the node
   * @param role what it does
   * @param obstacle a sentence that says so
   * @return the place
   */
  public static NodePlace onDeadHost(NodeName node, NodeRole role, String obstacle) {
    return new NodePlace(node, role, Optional.empty(), obstacle, Optional.empty(), true);
  }

  boolean isControlPlane() {
    return role == NodeRole.CONTROL_PLANE;
  }
}
