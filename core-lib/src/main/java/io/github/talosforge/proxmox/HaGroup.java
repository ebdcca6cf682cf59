package io.github.talosforge.proxmox;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A group of hosts, before release 9.
 *
 * @param name its name
 * @param hosts the hosts with their priority; the higher is preferred
 * @param restricted whether its guests may run nowhere else
 * @param noFailback whether guests stay where they are when a preferred host comes back
 * @param comment a note on it
 */
public record HaGroup(
    String name,
    Map<String, Integer> hosts,
    boolean restricted,
    boolean noFailback,
    Optional<String> comment) {
  /** Copies the map. */
  public HaGroup {
    hosts = Map.copyOf(new TreeMap<>(hosts));
  }
}
