package io.github.talosforge.proxmox;

/**
 * What is deleted with a VM besides its configuration and the disks in it.
 *
 * @param purge whether it is removed from backup jobs, replication and high availability; without
 *     it Proxmox VE refuses to delete a VM under high availability
 * @param unreferencedDisks whether volumes are deleted that carry its number but are in no
 *     configuration
 */
public record VmDeletion(boolean purge, boolean unreferencedDisks) {
  /**
   * Describes a deletion of nothing but the VM and its disks.
   *
   * @return the options
   */
  public static VmDeletion plain() {
    return new VmDeletion(false, false);
  }

  /**
   * Describes a deletion that leaves no trace.
   *
   * @return the options
   */
  public static VmDeletion complete() {
    return new VmDeletion(true, true);
  }
}
