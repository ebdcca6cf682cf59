package io.github.talosforge.proxmox;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A resource pool.
 *
 * @param id its name
 * @param comment a note on it
 * @param vmIds the guests in it; empty in a list of pools
 * @param storages the storages in it; empty in a list of pools
 */
public record Pool(String id, Optional<String> comment, List<Integer> vmIds, Set<String> storages) {
  /** Copies the collections. */
  public Pool {
    vmIds = List.copyOf(vmIds);
    storages = Set.copyOf(storages);
  }
}
