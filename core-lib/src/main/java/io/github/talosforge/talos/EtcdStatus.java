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
 */
public record EtcdStatus(
    long memberId, long leader, long databaseBytes, boolean learner, List<String> errors) {
  /** Keeps an own copy of the list. */
  public EtcdStatus {
    errors = List.copyOf(errors);
  }
}
