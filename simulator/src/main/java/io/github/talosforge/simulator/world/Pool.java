package io.github.talosforge.simulator.world;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A resource pool.
 *
 * @param id its id
 * @param comment its comment
 * @param vms its VMs
 * @param storages its storages
 */
public record Pool(String id, @Nullable String comment, Set<Integer> vms, Set<String> storages) {
  /** Copies the sets. */
  public Pool {
    vms = new TreeSet<>(vms);
    storages = new TreeSet<>(storages);
  }
}
