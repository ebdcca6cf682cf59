package io.github.talosforge.plan;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.observe.NodeVm;
import java.util.Optional;
import java.util.Set;

/**
 * Detaches a disk that was made here and is no longer in the files from a VM that is off. Its
 * volume stays, as an unused disk of the VM: deleting data is another word.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param key where it is attached
 * @param volume the volume that must still be there when it is detached
 * @param size its size
 * @param dependencies the changes before
 */
public record DetachDisk(
    ChangeId id,
    NodeVm vm,
    String key,
    String volume,
    Optional<DiskSize> size,
    Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps an own copy of the set. */
  public DetachDisk {
    dependencies = Set.copyOf(dependencies);
  }

  @Override
  public boolean disruptive() {
    return true;
  }

  @Override
  public <R> R accept(VmChange.Visitor<R> visitor) {
    return visitor.visit(this);
  }
}
