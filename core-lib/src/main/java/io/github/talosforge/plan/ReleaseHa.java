package io.github.talosforge.plan;

import io.github.talosforge.observe.NodeVm;
import java.util.Set;

/**
 * Has high availability no longer look after a VM; the VM goes on as it is.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param dependencies the changes before
 */
public record ReleaseHa(ChangeId id, NodeVm vm, Set<ChangeId> dependencies) implements VmChange {

  /** Keeps an own copy of the set. */
  public ReleaseHa {
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
