package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.storage.Storages;
import io.github.talosforge.simulator.storage.VolumeLifecycle;
import io.github.talosforge.simulator.task.Scheduler;
import io.github.talosforge.simulator.task.Workers;
import io.github.talosforge.simulator.world.World;

/**
 * What every operation works with.
 *
 * @param world the truth
 * @param scheduler what will happen
 * @param workers what runs
 * @param storages the storages
 * @param volumes the life of volumes
 * @param files the VMs' configuration files
 * @param guests what runs inside of VMs
 */
public record Cluster(
    World world,
    Scheduler scheduler,
    Workers workers,
    Storages storages,
    VolumeLifecycle volumes,
    VmFiles files,
    GuestModel guests) {

  /** The parts for a world. */
  public static Cluster of(World world, GuestModel guests) {
    Scheduler scheduler = new Scheduler(world);
    Storages storages = new Storages(world);
    return new Cluster(
        world,
        scheduler,
        new Workers(world, scheduler),
        storages,
        new VolumeLifecycle(world, storages),
        new VmFiles(world),
        guests);
  }
}
