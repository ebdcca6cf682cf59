package io.github.talosforge.plan;

import io.github.talosforge.observe.NodeVm;
import java.util.Set;

/**
 * Removes a volume for ever that a node's VM owns and keeps attached to nothing.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param key where the VM keeps it, such as {@code unused0}
 * @param volume the volume
 * @param dependencies the changes before
 */
public record FreeVolume(
    ChangeId id, NodeVm vm, String key, String volume, Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps an own copy of the set. */
  public FreeVolume {
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
