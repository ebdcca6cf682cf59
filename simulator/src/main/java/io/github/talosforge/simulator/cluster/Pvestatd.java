package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.vm.Cluster;
import io.github.talosforge.simulator.vm.VmStatus;
import io.github.talosforge.simulator.world.Broadcasts;
import io.github.talosforge.simulator.world.Dice;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The daemon of each host that tells the others every ten seconds how its VMs and storages are.
 * Lists show what was told last, while locks and tags come from the files.
 *
 * <p>In a world without duration nobody knows how much time went by before a list is read: the dice
 * decide for each host whether its ten seconds are over, or for one that is down, its five minutes.
 * With a seed they decide in any world.
 */
public final class Pvestatd {
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final World world;
  private final VmStatus status;
  private final HostUsage usage;
  private @Nullable Dice dice;
  private boolean held;
  private Instant last = Instant.MIN;

  public Pvestatd(Cluster cluster) {
    this.world = cluster.world();
    this.status = new VmStatus(cluster);
    this.usage = new HostUsage(world, status);
    this.dice = world.timeScale() == 0 ? new Dice(1) : null;
    cluster.scheduler().observe(this::tick);
  }

  /** From now on chance decides, and where it starts. */
  public void seed(long start) {
    dice = new Dice(start);
  }

  /** Whether no host tells anything by itself, until told to. */
  public void hold(boolean whether) {
    held = whether;
  }

  /** Every host that is up tells now; what others told is forgotten. */
  public void round() {
    world.hosts().values().forEach(this::pass);
  }

  private void tick() {
    if (dice == null && !held && isDue()) {
      long rounds = rounds();
      last = world.now();
      for (Host host : world.hosts().values()) {
        world.broadcasts().pass(host.name(), rounds);
        if (host.online()) {
          tell(host);
        }
      }
    }
  }

  private long rounds() {
    return last.equals(Instant.MIN)
        ? 1
        : Duration.between(last, world.now()).dividedBy(world.scaled(PERIOD));
  }

  private boolean isDue() {
    return last.equals(Instant.MIN)
        || !world.now().isBefore(last.plus(world.scaled(PERIOD)))
        || world.hosts().values().stream().anyMatch(this::isBack);
  }

  /** Before a list is read. */
  void beforeRead() {
    Dice chance = dice;
    if (chance != null && !held) {
      for (Host host : world.hosts().values()) {
        boolean over = chance.next() < 0;
        if (over || isBack(host)) {
          pass(host);
        }
      }
    }
  }

  /** A host that comes up tells at once. */
  private boolean isBack(Host host) {
    return host.online() && world.broadcasts().host(host.name()) == null;
  }

  private void pass(Host host) {
    if (host.online()) {
      world.broadcasts().pass(host.name(), 1);
      tell(host);
    } else {
      world.broadcasts().silence(host.name());
    }
  }

  private void tell(Host host) {
    Map<Integer, Broadcasts.VmFigures> vms = new TreeMap<>();
    for (Vm vm : world.vms().values()) {
      if (vm.host().equals(host.name())) {
        vms.put(vm.id(), status.figures(vm));
      }
    }
    world.broadcasts().tell(host.name(), usage.of(host), vms);
  }
}
