package io.github.talosforge.plan;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.model.Origin;
import io.github.talosforge.observe.NodeVm;
import java.util.Optional;
import java.util.Set;

/**
 * Grows a disk; the guest sees it at once.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param key the disk
 * @param from the size it has
 * @param to the size it gets
 * @param origin who wants it
 * @param dependencies the changes before
 */
public record GrowDisk(
    ChangeId id,
    NodeVm vm,
    String key,
    DiskSize from,
    DiskSize to,
    Optional<Origin> origin,
    Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps an own copy of the set. */
  public GrowDisk {
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
