package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.vm.VmStatus;
import io.github.talosforge.simulator.world.Broadcasts;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.World;
import java.util.Map;
import java.util.TreeMap;

/** What a host knows about its own memory and storages now. */
final class HostUsage {
  private static final long SYSTEM = 2L << 30;

  private final World world;
  private final VmStatus status;

  HostUsage(World world, VmStatus status) {
    this.world = world;
    this.status = status;
  }

  Broadcasts.HostFigures of(Host host) {
    Map<String, Long> storages = new TreeMap<>();
    for (Storage storage : world.storages().values()) {
      if (storage.availableOn(host.name())) {
        storages.put(storage.id(), world.volumes().used(storage, host.name()));
      }
    }
    return new Broadcasts.HostFigures(memory(host), storages);
  }

  long memory(Host host) {
    long vms =
        world.vms().values().stream()
            .filter(vm -> vm.isRunning() && vm.host().equals(host.name()))
            .mapToLong(vm -> status.figures(vm).maxMemory() / 4)
            .sum();
    return Math.min(host.memory(), SYSTEM + vms);
  }
}
