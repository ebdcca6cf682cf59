package io.github.talosforge.model;

import java.util.List;
import java.util.Optional;

/**
 * One node as the user wants it, all layers merged. What the user left open is empty here and
 * decided by the allocation.
 *
 * @param name the name of the node, its VM and its host name
 * @param role what the node does
 * @param pool the pool that the node is a member of
 * @param vmId the requested id; always empty for members of a pool
 * @param address the requested address; members of a pool have no fixed one
 * @param host the requested hypervisor
 * @param vm the hardware
 * @param image the Talos image that the node boots
 * @param volumes the disks' division in Talos
 * @param registration what the node tells Kubernetes
 * @param patches machine config patches, weakest layer first
 * @param provenance where every value comes from
 */
public record NodeSpec(
    NodeName name,
    NodeRole role,
    Optional<PoolMember> pool,
    Optional<VmId> vmId,
    AddressWish address,
    Optional<HostName> host,
    VmSpec vm,
    ImageSpec image,
    VolumeLayout volumes,
    NodeRegistration registration,
    List<MachinePatch> patches,
    Provenance provenance) {

  /** Keeps an own copy of the list. */
  public NodeSpec {
    patches = List.copyOf(patches);
  }

  /** Returns the node with another image. */
  public NodeSpec withImage(ImageSpec other) {
    return new NodeSpec(
        name,
        role,
        pool,
        vmId,
        address,
        host,
        vm,
        other,
        volumes,
        registration,
        patches,
        provenance);
  }

  /** Returns the host that the node, its pool or its role asks for, rather than the cluster. */
  public Optional<HostName> demandedHost() {
    boolean common =
        provenance
            .find("proxmox_node")
            .filter(value -> value.origin().layer() == Layer.CLUSTER)
            .isPresent();
    return common ? Optional.empty() : host;
  }
}
