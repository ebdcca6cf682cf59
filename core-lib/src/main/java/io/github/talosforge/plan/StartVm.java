package io.github.talosforge.plan;

import io.github.talosforge.observe.NodeVm;
import java.util.Set;

/**
 * Starts a VM that is stopped. What waited for a stop and start takes effect with it.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param dependencies the changes before
 */
public record StartVm(ChangeId id, NodeVm vm, Set<ChangeId> dependencies) implements VmChange {

  /** Keeps an own copy of the set. */
  public StartVm {
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
