package io.github.talosforge.simulator.world;

import java.util.List;

/**
 * A storage as the datacenter defines it.
 *
 * @param id its id
 * @param type its plugin
 * @param content the content types that it may hold
 * @param capacity its size in bytes, on each host when it is local
 * @param occupied bytes that something outside of the simulation occupies
 * @param hosts the hosts that have it; empty for all
 */
public record Storage(
    String id,
    StorageType type,
    List<String> content,
    long capacity,
    long occupied,
    List<String> hosts) {
  /** Copies the lists. */
  public Storage {
    content = List.copyOf(content);
    hosts = List.copyOf(hosts);
  }

  /**
   * A storage on all hosts.
   *
   * @param id its id
   * @param type its plugin
   * @param capacity its size in bytes
   * @param content its content types
   * @return the storage
   */
  public static Storage of(String id, StorageType type, long capacity, String... content) {
    return new Storage(id, type, List.of(content), capacity, 0, List.of());
  }

  /**
   * Whether all hosts see the same volumes.
   *
   * @return whether they do
   */
  public boolean shared() {
    return type.shared();
  }

  /**
   * Whether a host has this storage.
   *
   * @param host the host
   * @return whether it has
   */
  public boolean availableOn(String host) {
    return hosts.isEmpty() || hosts.contains(host);
  }

  /**
   * The same storage with something else occupying it.
   *
   * @param bytes how much
   * @return the storage
   */
  public Storage withOccupied(long bytes) {
    return new Storage(id, type, content, capacity, bytes, hosts);
  }
}
