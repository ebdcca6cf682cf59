package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.VmId;
import java.util.Optional;

/**
 * The VM of a node: which one a change is about, and what it must show before it is touched.
 *
 * @param identity the cluster, the node and what proves them
 * @param role what the node does; empty when the files do not name it, for nothing else tells
 * @param vmId the id of the VM
 * @param host where the VM is, or is to be made
 * @param address the node's address, unless DHCP gives one
 * @param startupOrder its place in the order of starts; equal numbers start together
 */
public record NodeVm(
    NodeIdentity identity,
    Optional<NodeRole> role,
    VmId vmId,
    HostName host,
    Optional<Ipv4Address> address,
    int startupOrder) {

  /** Returns the node. */
  public NodeName node() {
    return identity.node();
  }

  /** Returns the name of the VM. */
  public String name() {
    return identity.vmName();
  }

  /** Returns whose VM it is, such as {@code node cp-1} or {@code data VM of node cp-1}. */
  public String subject() {
    return (identity.part() == NodePart.DATA ? "data VM of node " : "node ") + node();
  }

  /**
   * Returns what it is for, such as {@code worker}, {@code not in the files} or {@code data of
   * worker-1}.
   */
  public String roleLabel() {
    return identity.part() == NodePart.DATA
        ? "data of " + node()
        : role.map(NodeRole::label).orElse("not in the files");
  }

  /** Tells whether it can be a control plane: of an unknown node, nobody can say that it is not. */
  public boolean mayBeControlPlane() {
    return role.isEmpty() || role.get() == NodeRole.CONTROL_PLANE;
  }

  /** Returns the VM in words, such as {@code VM 2001 on pve1}. */
  public String label() {
    return "VM " + vmId + " on " + host;
  }
}
