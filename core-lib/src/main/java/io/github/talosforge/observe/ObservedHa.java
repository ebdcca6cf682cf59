package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.VmId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the high availability manager looks after.
 *
 * @param hasRules whether this release has rules; earlier ones have groups of hosts instead
 * @param managed the VMs that it looks after
 * @param apart the VMs that each rule keeps apart; none for a rule that does not do that now
 * @param groups the hosts of each group with their priorities
 */
public record ObservedHa(
    boolean hasRules,
    Map<VmId, Managed> managed,
    Map<String, Set<VmId>> apart,
    Map<String, Map<HostName, Integer>> groups) {

  /** Keeps own copies of the maps. */
  public ObservedHa {
    managed = Map.copyOf(managed);
    apart = Map.copyOf(apart);
    groups = Map.copyOf(groups);
  }

  /**
   * How a VM is looked after.
   *
   * @param state the state that it is kept in
   * @param maxRestart how often it is started again on the same host
   * @param maxRelocate how often it is tried on another host
   * @param group its group of hosts
   * @param comment a note on it
   */
  public record Managed(
      String state,
      int maxRestart,
      int maxRelocate,
      Optional<String> group,
      Optional<String> comment) {}
}
