package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.vm.Cluster;
import io.github.talosforge.simulator.vm.VmStatus;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.time.Duration;
import java.time.Instant;

/**
 * Every ten seconds each host tells the others how its VMs are: names and states in lists are as
 * old as that, while locks and tags come from the files.
 */
final class Broadcasts {
  private static final Duration PERIOD = Duration.ofSeconds(10);
  private static final Duration UPTIME_PERIOD = Duration.ofSeconds(1);

  private final World world;
  private final VmStatus status;
  private Instant last = Instant.MIN;
  private long seen = -1;
  private long rounds;

  Broadcasts(Cluster cluster) {
    this.world = cluster.world();
    this.status = new VmStatus(cluster);
    cluster.scheduler().observe(this::tick);
  }

  private void tick() {
    if (world.timeScale() > 0 && isDue(world.scaled(PERIOD))) {
      tell();
    }
  }

  private boolean isDue(Duration period) {
    return last.equals(Instant.MIN) || !world.now().isBefore(last.plus(period));
  }

  /** In a world without duration lists are never old. */
  void beforeRead() {
    if (world.timeScale() == 0 && (seen != world.version() || isDue(UPTIME_PERIOD))) {
      tell();
      seen = world.version();
    }
  }

  /** How often hosts have told each other; figures of hosts follow it. */
  long rounds() {
    return rounds;
  }

  private void tell() {
    rounds++;
    last = world.now();
    for (Vm vm : world.vms().values()) {
      Host host = world.hosts().get(vm.host());
      boolean up = host != null && host.online();
      vm.broadcast(up ? status.broadcast(vm) : Vm.Broadcast.UNKNOWN);
    }
  }
}
