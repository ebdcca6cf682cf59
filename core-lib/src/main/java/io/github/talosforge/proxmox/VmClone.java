package io.github.talosforge.proxmox;

import java.util.Optional;

/**
 * A clone to make.
 *
 * @param newId the number of the new VM
 * @param full whether every disk is copied; a linked clone needs a template and shares its disks
 * @param name the name of the new VM
 * @param description its description; without one it gets that of its source
 * @param pool the pool that it becomes a member of when everything else is done
 * @param storage the storage for the copies; only with a full clone
 * @param format the format of the copies; only with a full clone
 * @param targetHost the host of the new VM; another one needs shared storage
 */
public record VmClone(
    int newId,
    boolean full,
    Optional<String> name,
    Optional<String> description,
    Optional<String> pool,
    Optional<String> storage,
    Optional<String> format,
    Optional<String> targetHost) {
  /**
   * Describes a full clone.
   *
   * @param newId the number of the new VM
   * @return the clone
   */
  public static VmClone full(int newId) {
    return of(newId, true);
  }

  /**
   * Describes a linked clone.
   *
   * @param newId the number of the new VM
   * @return the clone
   */
  public static VmClone linked(int newId) {
    return of(newId, false);
  }

  private static VmClone of(int newId, boolean full) {
    Optional<String> none = Optional.empty();
    return new VmClone(newId, full, none, none, none, none, none, none);
  }

  /**
   * Names the new VM.
   *
   * @param value its name
   * @return a changed copy
   */
  public VmClone named(String value) {
    return new VmClone(
        newId, full, Optional.of(value), description, pool, storage, format, targetHost);
  }

  /**
   * Describes the new VM.
   *
   * @param value its description
   * @return a changed copy
   */
  public VmClone describedAs(String value) {
    return new VmClone(newId, full, name, Optional.of(value), pool, storage, format, targetHost);
  }

  /**
   * Puts the new VM into a pool.
   *
   * @param value the pool
   * @return a changed copy
   */
  public VmClone inPool(String value) {
    return new VmClone(
        newId, full, name, description, Optional.of(value), storage, format, targetHost);
  }

  /**
   * Copies the disks to a storage.
   *
   * @param value the storage
   * @return a changed copy
   */
  public VmClone copiedTo(String value) {
    return new VmClone(
        newId, full, name, description, pool, Optional.of(value), format, targetHost);
  }

  /**
   * Copies the disks in a format.
   *
   * @param value {@code raw}, {@code qcow2} or {@code vmdk}
   * @return a changed copy
   */
  public VmClone inFormat(String value) {
    return new VmClone(
        newId, full, name, description, pool, storage, Optional.of(value), targetHost);
  }

  /**
   * Puts the new VM on another host.
   *
   * @param value the host
   * @return a changed copy
   */
  public VmClone onHost(String value) {
    return new VmClone(newId, full, name, description, pool, storage, format, Optional.of(value));
  }
}
