package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.World;

/** The figures of a host; without Sys.Audit only whether it is up. */
final class HostFigures {
  private static final long ROOT_DISK = 94L << 30;
  private static final long UPTIME = 864_000;

  private HostFigures() {}

  static JsonObject entry(World world, Host host, boolean audit) {
    JsonObject entry =
        new JsonObject()
            .with("id", "node/" + host.name())
            .with("node", host.name())
            .with("type", "node")
            .with("status", host.online() ? "online" : "offline")
            .with("level", "");
    if (audit) {
      entry.with("maxcpu", host.cores()).with("maxmem", host.memory()).with("maxdisk", ROOT_DISK);
      if (host.online()) {
        long vms =
            world.vms().values().stream()
                .filter(vm -> vm.isRunning() && vm.host().equals(host.name()))
                .mapToLong(vm -> vm.broadcast().maxMemory() / 4)
                .sum();
        entry
            .with("cpu", 0.05)
            .with("mem", Math.min(host.memory(), (2L << 30) + vms))
            .with("disk", ROOT_DISK / 10)
            .with("uptime", UPTIME);
      }
    }
    return entry;
  }
}
