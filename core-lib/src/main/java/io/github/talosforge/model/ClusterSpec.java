package io.github.talosforge.model;

import java.util.List;
import java.util.Optional;

/**
 * One cluster as its two files describe it, defaults applied; ids, addresses and hosts that the
 * user left open are still open.
 *
 * @param name the cluster's name
 * @param uid what MAC addresses and SMBIOS UUIDs are derived from instead of the name
 * @param talos the operating system
 * @param kubernetes the Kubernetes cluster
 * @param network the subnet and the services in it
 * @param proxmox the hypervisors
 * @param allocation the ranges that ids and addresses are taken from
 * @param pools the pools; their members are in {@code nodes} too
 * @param nodes single nodes in file order, then the members of each pool
 * @param provenance where the cluster's own values come from
 */
public record ClusterSpec(
    ClusterName name,
    Optional<ClusterUid> uid,
    TalosSpec talos,
    KubernetesSpec kubernetes,
    NetworkSpec network,
    ProxmoxSpec proxmox,
    AllocationSpec allocation,
    List<PoolSpec> pools,
    List<NodeSpec> nodes,
    Provenance provenance) {

  /** Keeps own copies of the lists. */
  public ClusterSpec {
    pools = List.copyOf(pools);
    nodes = List.copyOf(nodes);
  }

  /** Returns the cluster with other nodes. */
  public ClusterSpec withNodes(List<NodeSpec> others) {
    return new ClusterSpec(
        name, uid, talos, kubernetes, network, proxmox, allocation, pools, others, provenance);
  }

  /** Returns the cluster with another uid. */
  public ClusterSpec withUid(ClusterUid other) {
    return new ClusterSpec(
        name,
        Optional.of(other),
        talos,
        kubernetes,
        network,
        proxmox,
        allocation,
        pools,
        nodes,
        provenance);
  }

  /** Returns the cluster with another version of Talos. */
  public ClusterSpec withTalos(TalosVersion version) {
    TalosSpec other = new TalosSpec(version, talos.registryMirrors(), talos.encryption());
    return new ClusterSpec(
        name, uid, other, kubernetes, network, proxmox, allocation, pools, nodes, provenance);
  }

  /** Returns the nodes of one role, in order. */
  public List<NodeSpec> nodes(NodeRole role) {
    return nodes.stream().filter(node -> node.role() == role).toList();
  }
}
