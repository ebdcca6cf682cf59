package io.github.talosforge.proxmox;

import java.util.List;
import java.util.Optional;

/**
 * Whether the hosts of a cluster agree.
 *
 * @param name the name of the cluster, absent for a host without one
 * @param quorate whether the hosts that are online are a majority, so that changes are possible
 * @param members the hosts
 */
public record ClusterStatus(Optional<String> name, boolean quorate, List<Member> members) {
  /** Copies the list. */
  public ClusterStatus {
    members = List.copyOf(members);
  }

  /**
   * A host of the cluster.
   *
   * @param name its name
   * @param online whether it takes part
   * @param local whether it is the one that answered
   * @param address its address inside of the cluster
   */
  public record Member(String name, boolean online, boolean local, Optional<String> address) {}
}
