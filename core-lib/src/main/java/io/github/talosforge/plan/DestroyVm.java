package io.github.talosforge.plan;

import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.observe.NodeVm;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Stops a VM and removes it with its disks.
 *
 * @param id the name of the change
 * @param vm the VM
 * @param running whether it has to be stopped first
 * @param protectedNow whether its protection has to be lifted first, which is a word of its own
 * @param neverStarted whether it may go only because it was never finished and never ran
 * @param volumes the volumes that go with it
 * @param dependencies the changes before
 */
public record DestroyVm(
    ChangeId id,
    NodeVm vm,
    boolean running,
    boolean protectedNow,
    boolean neverStarted,
    List<String> volumes,
    Set<ChangeId> dependencies)
    implements VmChange {

  /** Keeps own copies of the collections. */
  public DestroyVm {
    volumes = List.copyOf(volumes);
    dependencies = Set.copyOf(dependencies);
  }

  /** Returns the volumes that would go too although the plan did not see them. */
  public Set<String> addedSince(GuestConfiguration live) {
    Set<String> added = new TreeSet<>(Removal.named(vm.vmId(), live));
    volumes.forEach(added::remove);
    return added;
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
