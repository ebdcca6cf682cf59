package io.github.talosforge.simulator.talos;

import java.util.Optional;
import java.util.SortedMap;

/**
 * The keys of an etcd cluster. They live and die with its members' disks, and survive the
 * simulator's process with its state folder. Call it inside of the world's lock.
 */
public interface KeySpace {
  /**
   * Reads a key.
   *
   * @param key the key, for example {@code /registry/minions/worker-1}
   * @return the value
   */
  Optional<String> get(String key);

  /**
   * Reads all keys with a prefix.
   *
   * @param prefix the prefix
   * @return a copy, in the order of keys
   */
  SortedMap<String, String> range(String prefix);

  /**
   * Writes a key.
   *
   * @param key the key
   * @param value the value
   * @return the revision of this change
   * @throws IllegalStateException when there is no quorum
   */
  long put(String key, String value);

  /**
   * Deletes a key.
   *
   * @param key the key
   * @return whether it was there
   * @throws IllegalStateException when there is no quorum
   */
  boolean delete(String key);

  /**
   * Counts the changes.
   *
   * @return the revision of the last change
   */
  long revision();

  /**
   * Whether most members run and see each other; without, nothing can be written.
   *
   * @return whether there is quorum
   */
  boolean hasQuorum();
}
