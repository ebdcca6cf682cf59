package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.world.Broadcasts;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.World;

/** A host in lists; without Sys.Audit only whether it is up. */
final class HostLine {
  static final double LOAD = 0.05;
  static final long UPTIME = 864_000;
  private static final long ROOT_DISK = 94L << 30;

  private HostLine() {}

  /** Who is up is known at once, the figures as the host told them. */
  static JsonObject of(World world, Host host, boolean audit) {
    Broadcasts.HostFigures told = world.broadcasts().host(host.name());
    JsonObject entry =
        new JsonObject()
            .with("id", "node/" + host.name())
            .with("node", host.name())
            .with("type", "node")
            .with("status", status(host, told != null));
    if (told == null) {
      return entry;
    }
    entry.with("level", "");
    if (audit) {
      entry.with("maxcpu", host.cores()).with("maxmem", host.memory()).with("maxdisk", ROOT_DISK);
      if (host.online()) {
        entry
            .with("cpu", LOAD)
            .with("mem", told.memory())
            .with("disk", ROOT_DISK / 10)
            .with("uptime", UPTIME);
      }
    }
    return entry;
  }

  private static String status(Host host, boolean known) {
    if (!host.online()) {
      return "offline";
    }
    return known ? "online" : "unknown";
  }
}
