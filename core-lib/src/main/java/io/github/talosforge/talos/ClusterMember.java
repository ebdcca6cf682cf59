package io.github.talosforge.talos;

import java.util.List;

/**
 * A machine of the cluster as discovery knows it.
 *
 * @param hostname its name
 * @param addresses its addresses
 * @param controlPlane whether it is a control plane
 * @param operatingSystem what it runs, such as {@code Talos (v1.12.4)}
 */
public record ClusterMember(
    String hostname, List<String> addresses, boolean controlPlane, String operatingSystem) {
  /** Keeps an own copy of the list. */
  public ClusterMember {
    addresses = List.copyOf(addresses);
  }
}
