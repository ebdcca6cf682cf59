package io.github.talosforge.gradle.report;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.Sighting;
import io.github.talosforge.versions.NodeVersions;
import io.github.talosforge.versions.RunningEtcd;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a task looked at besides the VMs.
 *
 * @param machines what Talos showed of the nodes; empty when nobody looked
 * @param versions what the configured nodes run; empty when nobody looked
 * @param etcd the members of etcd; absent when nobody looked or there are none
 * @param leftovers what of ours nobody uses any more, in words; absent when nobody looked
 * @param drift whether the live system differs from the files
 */
public record LookedAt(
    Map<NodeName, Sighting> machines,
    List<NodeVersions> versions,
    Optional<RunningEtcd> etcd,
    Optional<List<String>> leftovers,
    boolean drift) {
  /** Keeps own copies. */
  public LookedAt {
    machines = Map.copyOf(machines);
    versions = List.copyOf(versions);
    leftovers = leftovers.map(List::copyOf);
  }

  /**
   * Describes a look at nothing but the VMs.
   *
   * @param drift whether the live system differs from the files
   * @return the description
   */
  public static LookedAt vms(boolean drift) {
    return new LookedAt(Map.of(), List.of(), Optional.empty(), Optional.empty(), drift);
  }
}
