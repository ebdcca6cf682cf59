package io.github.talosforge.proxmox;

import io.github.talosforge.proxmox.property.Tags;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A line in the list of everything.
 *
 * @param id the unique name, such as {@code qemu/100} or {@code storage/pve1/local}
 * @param type {@code qemu}, {@code lxc}, {@code storage}, {@code node}, {@code pool}, {@code sdn}
 * @param host the host it is on
 * @param vmId the number of a guest
 * @param name the name of a guest; a moment after a change it may still be the old one
 * @param status for example {@code running}
 * @param lock the lock in the configuration of a guest
 * @param tags the tags of a guest
 * @param template whether a guest is a template
 * @param pool the pool of a guest
 * @param haState the state that the high availability manager keeps
 * @param storage the name of a storage
 * @param shared whether a storage is the same on every host
 * @param pluginType the kind of a storage, such as {@code zfspool} or {@code dir}
 * @param content the content types of a storage, separated by commas
 * @param processors the number of processors
 * @param memory the memory in bytes
 * @param usedMemory what of it is used
 * @param disk the size in bytes
 * @param usedDisk what of it is used
 */
public record ClusterResource(
    String id,
    String type,
    Optional<String> host,
    OptionalInt vmId,
    Optional<String> name,
    Optional<String> status,
    Optional<String> lock,
    Tags tags,
    boolean template,
    Optional<String> pool,
    Optional<String> haState,
    Optional<String> storage,
    boolean shared,
    Optional<String> pluginType,
    Optional<String> content,
    OptionalInt processors,
    OptionalLong memory,
    OptionalLong usedMemory,
    OptionalLong disk,
    OptionalLong usedDisk) {
  /**
   * Tells whether this is a virtual machine.
   *
   * @return true for type {@code qemu}
   */
  public boolean isVm() {
    return type.equals("qemu");
  }
}
