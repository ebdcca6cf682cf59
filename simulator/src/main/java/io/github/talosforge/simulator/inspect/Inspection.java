package io.github.talosforge.simulator.inspect;

import io.github.talosforge.simulator.world.Activities;
import io.github.talosforge.simulator.world.Activities.HighWaterMark;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import io.github.talosforge.simulator.world.World;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What is true in a simulated cluster right now. */
public final class Inspection {
  private final World world;

  /**
   * Questions about a world.
   *
   * @param world the world
   */
  public Inspection(World world) {
    this.world = world;
  }

  /**
   * All VMs by id.
   *
   * @return the VMs
   */
  public Map<Integer, VmState> vms() {
    return world.locked(
        () -> {
          Map<Integer, VmState> states = new TreeMap<>();
          world.vms().forEach((id, vm) -> states.put(id, VmState.of(vm)));
          return states;
        });
  }

  /**
   * One VM.
   *
   * @param id its id
   * @return the VM, if there is one
   */
  public Optional<VmState> vm(int id) {
    return Optional.ofNullable(vms().get(id));
  }

  /**
   * All volumes: disks, images, ISO files.
   *
   * @return the volumes
   */
  public List<Volume> volumes() {
    return world.locked(() -> List.copyOf(world.volumes().all()));
  }

  /**
   * The disks that no VM refers to: leftovers of what went wrong.
   *
   * @return the volumes
   */
  public List<Volume> orphans() {
    return world.locked(
        () -> {
          Set<String> inUse = new LinkedHashSet<>();
          world.vms().values().forEach(vm -> addVolumes(vm, inUse));
          return world.volumes().all().stream()
              .filter(volume -> volume.owner() > 0 && !inUse.contains(volume.volid()))
              .toList();
        });
  }

  private static void addVolumes(Vm vm, Set<String> volids) {
    Stream.concat(vm.config().values().stream(), vm.pending().values().stream())
        .flatMap(value -> Stream.of(value.split(",", -1)))
        .map(part -> part.replaceFirst("^(file|volume)=", ""))
        .forEach(volids::add);
  }

  /**
   * Keeps from now on how many tasks of some types each host ran at once, at most.
   *
   * @param types for example {@code qmclone}; all of them are counted together
   * @return the mark, by host
   */
  public HighWaterMark markTasks(String... types) {
    return world.locked(() -> world.activities().mark(Set.of(types)));
  }

  /**
   * Keeps from now on how many full copies and imports filled each storage at once, at most.
   *
   * @return the mark, by storage
   */
  public HighWaterMark markCopies() {
    return world.locked(() -> world.activities().mark(Set.of(Activities.COPY)));
  }

  /**
   * Remembers the cluster as it is.
   *
   * @return a checkpoint for {@link #changesSince}
   */
  public Checkpoint checkpoint() {
    return new Checkpoint(vms(), Set.copyOf(volumes()));
  }

  /**
   * What became different.
   *
   * @param before a checkpoint
   * @return the changes
   */
  public Changes changesSince(Checkpoint before) {
    return Changes.between(before, checkpoint());
  }
}
