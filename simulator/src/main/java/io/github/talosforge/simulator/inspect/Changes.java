package io.github.talosforge.simulator.inspect;

import io.github.talosforge.simulator.world.Volume;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What became different between two moments.
 *
 * @param createdVms VMs that are new
 * @param changedVms VMs whose configuration, host or power state is another
 * @param removedVms VMs that are gone
 * @param createdVolumes volumes that are new or have another size
 * @param removedVolumes volumes that are gone or had another size
 */
public record Changes(
    Set<Integer> createdVms,
    Set<Integer> changedVms,
    Set<Integer> removedVms,
    Set<Volume> createdVolumes,
    Set<Volume> removedVolumes) {
  /** Copies the sets. */
  public Changes {
    createdVms = new TreeSet<>(createdVms);
    changedVms = new TreeSet<>(changedVms);
    removedVms = new TreeSet<>(removedVms);
    createdVolumes = Set.copyOf(createdVolumes);
    removedVolumes = Set.copyOf(removedVolumes);
  }

  static Changes between(Checkpoint before, Checkpoint after) {
    return new Changes(
        without(after.vms().keySet(), before.vms().keySet()),
        before.vms().values().stream()
            .filter(vm -> after.vms().containsKey(vm.id()))
            .filter(vm -> !vm.equals(after.vms().get(vm.id())))
            .map(VmState::id)
            .collect(Collectors.toSet()),
        without(before.vms().keySet(), after.vms().keySet()),
        without(after.volumes(), before.volumes()),
        without(before.volumes(), after.volumes()));
  }

  private static <T> Set<T> without(Collection<T> these, Collection<T> those) {
    return these.stream().filter(one -> !those.contains(one)).collect(Collectors.toSet());
  }

  /**
   * Whether some VMs and the volumes that they own are as they were.
   *
   * @param vmids the VMs
   * @return whether nothing about them changed
   */
  public boolean leftAlone(Collection<Integer> vmids) {
    return vmids.stream()
        .noneMatch(
            id ->
                changedVms.contains(id)
                    || removedVms.contains(id)
                    || owns(id, createdVolumes)
                    || owns(id, removedVolumes));
  }

  private static boolean owns(int vmid, Set<Volume> volumes) {
    return volumes.stream().anyMatch(volume -> volume.owner() == vmid);
  }

  /**
   * Whether nothing at all became different.
   *
   * @return whether
   */
  public boolean isEmpty() {
    return createdVms.isEmpty()
        && changedVms.isEmpty()
        && removedVms.isEmpty()
        && createdVolumes.isEmpty()
        && removedVolumes.isEmpty();
  }
}
