package io.github.talosforge.talos;

import java.util.List;

/**
 * A member of etcd.
 *
 * @param id its id
 * @param hostname the machine's name
 * @param peerUrls where other members reach it
 * @param learner whether it still catches up
 */
public record EtcdMember(long id, String hostname, List<String> peerUrls, boolean learner) {
  /** Keeps an own copy of the list. */
  public EtcdMember {
    peerUrls = List.copyOf(peerUrls);
  }
}
