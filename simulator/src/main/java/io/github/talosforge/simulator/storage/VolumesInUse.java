package io.github.talosforge.simulator.storage;

import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import io.github.talosforge.simulator.world.World;

/** Which volumes running VMs have open. */
final class VolumesInUse {
  private final World world;

  VolumesInUse(World world) {
    this.world = world;
  }

  boolean byRunningVm(Volume volume) {
    return world.vms().values().stream()
        .filter(Vm::isRunning)
        .filter(vm -> volume.host() == null || vm.host().equals(volume.host()))
        .anyMatch(vm -> opens(vm, volume.volid()));
  }

  private static boolean opens(Vm vm, String volid) {
    return vm.config().entrySet().stream()
        .filter(entry -> !entry.getKey().startsWith("unused"))
        .map(java.util.Map.Entry::getValue)
        .anyMatch(value -> value.equals(volid) || value.startsWith(volid + ","));
  }
}
