package io.github.talosforge.plan;

import io.github.talosforge.observe.NodeVm;
import java.util.Set;

/**
 * Deletes a volume for ever that a data VM keeps and that nobody uses. The VM's protection is taken
 * off for that moment only.
 *
 * @param id the name of the change
 * @param vm the data VM
 * @param key where the data VM keeps it, such as {@code unused0}
 * @param name what the files called it
 * @param volume the volume
 * @param dependencies the changes before
 */
public record DestroyVolume(
    ChangeId id, NodeVm vm, String key, String name, String volume, Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps an own copy of the set. */
  public DestroyVolume {
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
