package io.github.talosforge.simulator.world;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A storage as the datacenter defines it.
 *
 * @param id its id
 * @param type its plugin
 * @param content the content types that it may hold
 * @param capacity its size in bytes, on each host when it is local
 * @param occupied bytes that something outside of the simulation occupies
 * @param hosts the hosts that have it; empty for all
 * @param path where its files lie, if it has files; null: where it usually is
 */
public record Storage(
    String id,
    StorageType type,
    List<String> content,
    long capacity,
    long occupied,
    List<String> hosts,
    @Nullable String path) {
  private static final String LOCAL = "local";
  private static final String PLACE_OF_LOCAL = "/var/lib/vz";

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
    return new Storage(id, type, List.of(content), capacity, 0, List.of(), null);
  }

  /**
   * The same storage with its files at another place.
   *
   * @param place the directory
   * @return the storage
   */
  public Storage at(String place) {
    return new Storage(id, type, content, capacity, occupied, hosts, place);
  }

  /**
   * Where its files lie.
   *
   * @return the directory
   */
  public String root() {
    if (path != null) {
      return path;
    }
    return id.equals(LOCAL) ? PLACE_OF_LOCAL : "/mnt/pve/" + id;
  }

  /**
   * What the server reads: an entry {@code local} that is anything but a directory at its place is
   * replaced by the entry that the server would make, which takes no imports.
   *
   * @return the storage as it is served
   */
  public Storage asRead() {
    boolean fits = type == StorageType.DIR && root().equals(PLACE_OF_LOCAL);
    return !id.equals(LOCAL) || fits
        ? this
        : new Storage(
            LOCAL,
            StorageType.DIR,
            List.of("backup", "images", "iso", "rootdir", "snippets", "vztmpl"),
            capacity,
            occupied,
            List.of(),
            null);
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
    return new Storage(id, type, content, capacity, bytes, hosts, path);
  }
}
