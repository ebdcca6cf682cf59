package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.talos.config.MachineConfig;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import io.github.talosforge.simulator.vm.Cluster;
import io.github.talosforge.simulator.vm.GuestHardware;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.github.talosforge.simulator.world.World;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What a node does because it was told to. Called inside of the world's lock. */
public final class Sequences {
  private static final Duration GO_DOWN = Duration.ofSeconds(6);
  private static final Duration UPGRADE = Duration.ofSeconds(40);
  private static final Duration WIPE = Duration.ofSeconds(8);

  private final Talos talos;
  private final Cluster cluster;
  private final World world;
  private final NodeDisks disks;
  private final Progress progress;

  Sequences(Talos talos, Cluster cluster, NodeDisks disks, Progress progress) {
    this.talos = talos;
    this.cluster = cluster;
    this.world = cluster.world();
    this.disks = disks;
    this.progress = progress;
  }

  /**
   * How a node resets itself.
   *
   * @param graceful whether it drains itself and leaves etcd first
   * @param reboot whether it comes back
   * @param partitions the partitions to wipe; empty: the whole system disk
   * @param disks other disks to wipe, by device name
   * @param keepSystemDisk whether only the other disks are wiped
   */
  public record Reset(
      boolean graceful,
      boolean reboot,
      Collection<String> partitions,
      Collection<String> disks,
      boolean keepSystemDisk) {
    /** Copies the lists. */
    public Reset {
      partitions = List.copyOf(partitions);
      disks = List.copyOf(disks);
    }
  }

  /** A node in maintenance mode takes its first config. */
  public void configure(Machine machine, MachineConfig config) {
    boolean installs = machine.image().iso() && disks.system(machine).isEmpty();
    if (!config.isComplete()) {
      return;
    }
    if (installs) {
      machine.config(config);
      machine.phase(Machine.Phase.INSTALLING);
      progress.stageChanged(machine, "");
    } else {
      disks.saveConfig(machine, config.text());
      progress.configure(machine, config);
    }
    world.touch();
  }

  /** A config takes the place of the one in force. */
  public void replace(Machine machine, MachineConfig config) {
    machine.config(config);
    world.touch();
  }

  /** A config is saved for the next boot. */
  public void save(Machine machine, MachineConfig config) {
    disks.saveConfig(machine, config.text());
  }

  /** Goes back to the saved config after a while, unless it was saved meanwhile. */
  public void revertAfter(Machine machine, Duration time, MachineConfig tried) {
    String boot = machine.bootId();
    cluster
        .scheduler()
        .after(
            time,
            () -> {
              boolean same = machine.config().filter(c -> c == tried).isPresent();
              if (same && machine.bootId().equals(boot)) {
                disks
                    .savedConfig(machine)
                    .map(text -> MachineConfig.decode(text, machine.image().version().minor()))
                    .ifPresent(saved -> replace(machine, saved));
              }
            });
  }

  /** Makes a node the first member of a new etcd cluster. */
  public void bootstrap(Machine machine) {
    EtcdCluster.Member member = progress.newMember(machine);
    String id = Long.toHexString(world.dice().next());
    talos.add(EtcdCluster.bootstrap(id, member));
    disks.saveEtcdData(machine, new NodeDisks.EtcdData(id, member.id()));
    machine.say("[talos] bootstrap request received");
    world.touch();
  }

  /** Takes a node out of its etcd cluster. */
  public void leaveEtcd(Machine machine) {
    Optional<NodeDisks.EtcdData> data = disks.etcdData(machine);
    data.flatMap(d -> talos.cluster(d.cluster()).map(c -> c.store()))
        .ifPresent(etcd -> etcd.remove(data.get().member()));
    disks.saveEtcdData(machine, null);
    machine.etcd(false);
    machine.kubernetes(null);
    world.touch();
  }

  private void begin(Machine machine, Stage stage, String sequence, String actor) {
    machine.leaving(stage);
    machine.tell(world.now(), actor, NodeEvent.Kind.SEQUENCE, sequence, true);
    progress.stageChanged(machine, actor);
    machine.tell(world.now(), actor, NodeEvent.Kind.TASK, "stopAllServices", true);
    world.touch();
  }

  private void later(Machine machine, Duration time, Runnable action) {
    String boot = machine.bootId();
    cluster
        .scheduler()
        .after(
            time,
            () -> {
              if (talos.machine(machine.vmid()).filter(m -> m == machine).isPresent()
                  && machine.bootId().equals(boot)) {
                action.run();
                world.touch();
              }
            });
  }

  private void cordon(Machine machine) {
    talos
        .cluster(machine.kubernetes())
        .ifPresent(c -> talos.apiServers().cordon(c, talos.network().hostname(machine), true));
  }

  /** Reboots. */
  public void reboot(Machine machine, String actor) {
    begin(machine, Stage.REBOOTING, "reboot", actor);
    later(machine, GO_DOWN, machine::goDown);
  }

  /** Goes down and stays down. */
  public void shutdown(Machine machine, String actor, boolean force) {
    begin(machine, Stage.SHUTTING_DOWN, "shutdown", actor);
    if (!force) {
      cordon(machine);
    }
    later(machine, GO_DOWN, () -> machine.vm().process(null));
  }

  /** Installs another system, drains itself if told, and reboots into it. */
  public void upgrade(Machine machine, TalosImage system, String actor) {
    begin(machine, Stage.UPGRADING, "upgrade", actor);
    cordon(machine);
    later(
        machine,
        UPGRADE,
        () -> {
          install(machine, system);
          machine.goDown();
        });
  }

  /** Installs another system for the next boot; whether there was room for it. */
  public boolean install(Machine machine, TalosImage system) {
    if (world.troubles().has(machine.vmid(), Trouble.DISK_FULL)) {
      machine.say("[talos] upgrade failed: no space left on device");
      return false;
    }
    disks.system(machine).ifPresent(disk -> disks.install(disk, system));
    return true;
  }

  /** Reboots into the system before the last install; whether there was one. */
  public boolean rollBack(Machine machine) {
    boolean possible = disks.rollBack(machine);
    if (possible) {
      reboot(machine, "");
    }
    return possible;
  }

  /** Wipes itself. */
  public void reset(Machine machine, Reset reset, String actor) {
    begin(machine, Stage.RESETTING, "reset", actor);
    later(machine, WIPE, () -> wipe(machine, reset, actor));
  }

  /** Wipes one disk at once. */
  public void wipe(GuestHardware.Disk disk) {
    disks.wipe(disk);
  }

  private void wipe(Machine machine, Reset reset, String actor) {
    if (reset.graceful()) {
      cordon(machine);
      if (isLastMember(machine)) {
        machine.say("[talos] reset failed: failed to leave cluster: etcd has only one member");
        machine.leaving(Stage.UNKNOWN);
        machine.tell(world.now(), actor, NodeEvent.Kind.SEQUENCE, "reset", false);
        return;
      }
      if (disks.etcdData(machine).isPresent()) {
        leaveEtcd(machine);
      }
    }
    for (GuestHardware.Disk disk : disks.all(machine)) {
      if (reset.disks().contains(disk.device())) {
        disks.wipe(disk);
      }
    }
    if (!reset.partitions().isEmpty()) {
      disks.wipe(machine, reset.partitions());
    } else if (!reset.keepSystemDisk()) {
      disks.wipe(machine, List.of(NodeDisks.STATE, NodeDisks.EPHEMERAL));
      disks.system(machine).ifPresent(disks::wipe);
    }
    if (reset.reboot()) {
      machine.goDown();
    } else {
      machine.vm().process(null);
    }
  }

  private boolean isLastMember(Machine machine) {
    return machine.hasEtcd()
        && talos.etcdOf(machine).filter(etcd -> etcd.members().size() == 1).isPresent();
  }
}
