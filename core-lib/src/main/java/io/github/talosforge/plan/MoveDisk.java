package io.github.talosforge.plan;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.Origin;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.NodeVm;
import java.util.Optional;
import java.util.Set;

/**
 * Moves a disk to another storage, while the VM runs if it does. Only a volume of the VM's own is
 * ever moved: Proxmox deletes the old one whoever owns it.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param key the disk
 * @param volume the volume that it is on
 * @param storage where it goes
 * @param size how much is copied; empty for the small disks of the firmware
 * @param origin who wants it
 * @param dependencies the changes before
 */
public record MoveDisk(
    ChangeId id,
    NodeVm vm,
    String key,
    String volume,
    StorageName storage,
    Optional<DiskSize> size,
    Optional<Origin> origin,
    Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps an own copy of the set. */
  public MoveDisk {
    dependencies = Set.copyOf(dependencies);
  }

  @Override
  public boolean disruptive() {
    return false;
  }

  @Override
  public <R> R accept(VmChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
