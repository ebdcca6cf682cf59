package io.github.talosforge.simulator.engine;

import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;

/** What goes wrong in a cluster without anyone calling its API. */
public final class Interventions {
  private final World world;

  Interventions(World world) {
    this.world = world;
  }

  /**
   * Takes a host down or brings it back.
   *
   * @param name the host
   * @param online whether it is up
   */
  public void host(String name, boolean online) {
    run(() -> world.hosts().computeIfPresent(name, (key, host) -> host.withOnline(online)));
  }

  /**
   * Takes the quorum away or gives it back.
   *
   * @param quorate whether there is quorum
   */
  public void quorum(boolean quorate) {
    run(() -> world.quorate(quorate));
  }

  /**
   * Lets something outside of the simulation occupy a storage.
   *
   * @param storage the storage
   * @param bytes how much, in all
   */
  public void occupy(String storage, long bytes) {
    run(() -> world.storages().computeIfPresent(storage, (id, s) -> s.withOccupied(bytes)));
  }

  /**
   * Fills a storage to the brim.
   *
   * @param storage the storage
   */
  public void fill(String storage) {
    run(
        () ->
            world
                .storages()
                .computeIfPresent(storage, (id, known) -> known.withOccupied(known.capacity())));
  }

  /**
   * Puts a lock on a VM, as a backup does.
   *
   * @param vmid the VM
   * @param lock for example {@code backup}
   */
  public void hold(int vmid, String lock) {
    run(
        () -> {
          Vm vm = world.vms().get(vmid);
          if (vm != null) {
            vm.config().put("lock", lock);
            vm.touch();
          }
        });
  }

  /**
   * Takes the lock off a VM, as {@code qm unlock} does.
   *
   * @param vmid the VM
   */
  public void unlock(int vmid) {
    run(
        () -> {
          Vm vm = world.vms().get(vmid);
          if (vm != null) {
            vm.config().remove("lock");
            vm.touch();
          }
        });
  }

  private void run(Runnable change) {
    world.locked(
        () -> {
          change.run();
          world.touch();
          return true;
        });
  }
}
