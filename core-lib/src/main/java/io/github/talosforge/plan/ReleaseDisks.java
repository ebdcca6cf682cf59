package io.github.talosforge.plan;

import io.github.talosforge.observe.NodeVm;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Shuts a node's VM down and takes its data disks off it, so that what happens to the VM next
 * cannot touch them. Its data VM keeps them. Proxmox takes no disk off a VM that is protected.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param running whether it has to be shut down first
 * @param protectedNow whether its protection has to be lifted before that
 * @param disks the volumes by the keys where they are attached
 * @param shutdownTimeout how long the guest may take to shut down before it is switched off
 * @param dependencies the changes before
 */
public record ReleaseDisks(
    ChangeId id,
    NodeVm vm,
    boolean running,
    boolean protectedNow,
    Map<String, String> disks,
    Duration shutdownTimeout,
    Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps own copies of the collections. */
  public ReleaseDisks {
    disks = Collections.unmodifiableSortedMap(new TreeMap<>(disks));
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
