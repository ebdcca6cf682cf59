package io.github.talosforge.proxmox;

import java.util.List;
import java.util.Optional;

/** Resource pools: groups of guests and storages that rights are given on. */
public interface Pools {
  /**
   * Lists the pools without their members.
   *
   * @return the pools that the client may audit
   */
  List<Pool> list();

  /**
   * Reads a pool with its members.
   *
   * @param id the name of the pool
   * @return the pool; absent if there is none
   */
  Optional<Pool> find(String id);

  /**
   * Creates a pool.
   *
   * @param id the name of the pool
   * @param comment a note on it, perhaps empty
   */
  void create(String id, String comment);

  /**
   * Adds guests to a pool.
   *
   * @param id the name of the pool
   * @param vmIds the numbers of the guests
   */
  void addVms(String id, List<Integer> vmIds);

  /**
   * Takes guests out of a pool.
   *
   * @param id the name of the pool
   * @param vmIds the numbers of the guests
   */
  void removeVms(String id, List<Integer> vmIds);

  /**
   * Adds storages to a pool.
   *
   * @param id the name of the pool
   * @param storages the names of the storages
   */
  void addStorages(String id, List<String> storages);

  /**
   * Takes storages out of a pool.
   *
   * @param id the name of the pool
   * @param storages the names of the storages
   */
  void removeStorages(String id, List<String> storages);

  /**
   * Deletes a pool, which must be empty.
   *
   * @param id the name of the pool
   */
  void delete(String id);
}
