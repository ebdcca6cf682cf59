package io.github.talosforge.plan;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.Origin;
import io.github.talosforge.observe.NodeVm;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a disk and attaches it to an existing VM. The executor must see that the key is still free:
 * writing to a taken one would push its disk aside.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param key where it is attached
 * @param value what is sent
 * @param size its size; empty for the small disks of firmware and cloud-init
 * @param effect when the guest sees it
 * @param origin who wants it
 * @param dependencies the changes before
 */
public record AddDisk(
    ChangeId id,
    NodeVm vm,
    String key,
    String value,
    Optional<DiskSize> size,
    Effect effect,
    Optional<Origin> origin,
    Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps an own copy of the set. */
  public AddDisk {
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
