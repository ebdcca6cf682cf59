package io.github.talosforge.talos;

import java.util.List;

/**
 * How the etcd member of one machine is.
 *
 * @param memberId its id
 * @param leader the id of the leader that it follows; 0 when there is none
 * @param databaseBytes the size of its data
 * @param learner whether it still catches up
 * @param errors what it complains of
 * @param version the version of etcd's protocol that it speaks, which is that of etcd
 * @param storageVersion the version of its data's form; empty before Talos 1.11
 * @param raftTerm how often a leader was elected
 * @param appliedIndex the last entry of the log that is in its data
 * @param usedBytes how much of its data's size is not free
 * @param raftIndex the last entry of the log that it has
 */
public record EtcdStatus(
    long memberId,
    long leader,
    long databaseBytes,
    boolean learner,
    List<String> errors,
    String version,
    String storageVersion,
    long raftTerm,
    long appliedIndex,
    long usedBytes,
    long raftIndex) {
  /** Keeps an own copy of the list. */
  public EtcdStatus {
    errors = List.copyOf(errors);
  }
}
