package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.talos.config.ConfigRefused;
import io.github.talosforge.simulator.talos.config.ConfigValidation;
import io.github.talosforge.simulator.talos.config.MachineConfig;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import io.github.talosforge.simulator.vm.GuestHardware;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.github.talosforge.simulator.world.World;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a node does by itself: boots, asks for certificates, joins. */
final class Progress {
  /** With less memory the kernel cannot unpack its first file system. */
  private static final long LEAST_MEMORY = 640L << 20;

  private final Talos talos;
  private final World world;
  private final NodeDisks disks;
  private final NodeNetwork network;
  private final Siblings siblings;
  private final NodePorts ports;

  Progress(Talos talos, World world, NodeDisks disks, NodeNetwork network, Doors doors) {
    this.talos = talos;
    this.world = world;
    this.disks = disks;
    this.network = network;
    siblings = new Siblings(talos, disks, network);
    ports = new NodePorts(world, network, siblings, doors);
  }

  Duration duration(Machine machine, Step step) {
    Duration usual = step.duration();
    boolean slow = step == Step.BOOT && has(machine, Trouble.BOOTS_SLOWLY);
    if (step == Step.BOOT && machine.boots() == 0) {
      usual = remaining(machine, usual);
    }
    return slow ? usual.multipliedBy(10) : usual;
  }

  /** A VM that has run for long when the simulator starts is up at once. */
  private Duration remaining(Machine machine, Duration boot) {
    Instant up = Instant.ofEpochMilli(machine.powerOn()).plus(world.scaled(boot));
    return up.isBefore(world.now()) ? Duration.ZERO : boot;
  }

  private boolean has(Machine machine, Trouble trouble) {
    return world.troubles().has(machine.vmid(), trouble);
  }

  /** Follows what happened to a node from outside. */
  void notice(Machine machine) {
    if (has(machine, Trouble.REBOOTS)) {
      world.troubles().set(machine.vmid(), Trouble.REBOOTS, false);
      machine.goDown();
      world.touch();
    }
    if (ports.isOutdated(machine) && canOpenSecure(machine)) {
      ports.openSecure(machine);
    }
    if (machine.hasEtcd() && (has(machine, Trouble.ETCD_MEMBER_LOST) || !isMember(machine))) {
      machine.etcd(false);
      machine.kubernetes(null);
      world.touch();
    }
  }

  private boolean isMember(Machine machine) {
    return disks
        .etcdData(machine)
        .flatMap(
            data -> talos.cluster(data.cluster()).flatMap(c -> c.store().member(data.member())))
        .isPresent();
  }

  /** What a node can do next; null: it waits. */
  @Nullable Step next(Machine machine) {
    if (machine.stage() == Stage.UNKNOWN) {
      return canBoot(machine) ? Step.BOOT : null;
    }
    return switch (machine.stage()) {
      case INSTALLING -> Step.INSTALL;
      case BOOTING, RUNNING -> machine.config().isEmpty() ? null : nextService(machine);
      default -> null;
    };
  }

  private boolean canBoot(Machine machine) {
    return !has(machine, Trouble.NEVER_BOOTS)
        && network.memory(machine) >= LEAST_MEMORY
        && disks.bootable(machine.vm()).isPresent();
  }

  private @Nullable Step nextService(Machine machine) {
    if (!machine.hasSecureApi()) {
      return canOpenSecure(machine) ? Step.API : null;
    }
    if (machine.isControlPlane() && !machine.hasEtcd()) {
      return nextForEtcd(machine);
    }
    if (machine.kubernetes() == null) {
      return siblings.joinable(machine).isPresent() ? Step.KUBERNETES : null;
    }
    return machine.stage() == Stage.BOOTING && !has(machine, Trouble.CLOCK_OUT_OF_SYNC)
        ? Step.FINISH
        : null;
  }

  private boolean canOpenSecure(Machine machine) {
    return machine.isControlPlane() || siblings.haveTrustd(machine);
  }

  private @Nullable Step nextForEtcd(Machine machine) {
    if (has(machine, Trouble.ETCD_MEMBER_LOST)
        || has(machine, Trouble.ETCD_WAITS)
        || has(machine, Trouble.ETCD_PULLS)
        || has(machine, Trouble.CLOCK_OUT_OF_SYNC)) {
      return null;
    }
    if (disks.etcdData(machine).isPresent()) {
      return isMember(machine) ? Step.ETCD_START : null;
    }
    return siblings.etcdPeer(machine).filter(peer -> mayJoin(machine, peer)).isPresent()
        ? Step.ETCD_JOIN
        : null;
  }

  void perform(Machine machine, Step step) {
    switch (step) {
      case BOOT -> boot(machine);
      case INSTALL -> install(machine);
      case API -> ports.openSecure(machine);
      case ETCD_START -> machine.etcd(true);
      case ETCD_JOIN -> siblings.etcdPeer(machine).ifPresent(peer -> joinEtcd(machine, peer));
      case KUBERNETES ->
          siblings.joinable(machine).ifPresent(cluster -> joinCluster(machine, cluster));
      case FINISH -> finish(machine);
    }
    machine.say("[talos] " + step.name().toLowerCase(java.util.Locale.ROOT) + " done");
    world.touch();
  }

  private void boot(Machine machine) {
    TalosImage image = disks.bootable(machine.vm()).orElseThrow();
    machine.boot(image, world.dice().uuid(), world.now());
    machine.say("[talos] Talos " + image.version().tag() + ", platform " + image.platform());
    MachineConfig config = savedConfig(machine, image);
    if (config != null && config.isComplete()) {
      configure(machine, config);
    } else if (disks.configOnCd(machine).isPresent()) {
      configureByCd(machine, image, disks.configOnCd(machine).get());
    } else {
      machine.phase(Machine.Phase.MAINTENANCE);
      ports.openMaintenance(machine);
    }
    stageChanged(machine, "");
  }

  /** The platform's config is the machine's own affair: nobody is asked for another one. */
  private void configureByCd(Machine machine, TalosImage image, String text) {
    try {
      MachineConfig config = MachineConfig.decode(text, image.version().minor());
      ConfigValidation.check(config, image.version().minor(), false);
      machine.phase(Machine.Phase.STUCK);
      machine.say("[talos] config is fetched from the volume cidata");
      talos.sequences().configure(machine, config);
    } catch (ConfigRefused e) {
      machine.phase(Machine.Phase.STUCK);
      machine.say("[talos] failed to load the config of the platform: " + e.getMessage());
    }
  }

  private @Nullable MachineConfig savedConfig(Machine machine, TalosImage image) {
    try {
      return disks
          .savedConfig(machine)
          .map(text -> MachineConfig.decode(text, image.version().minor()))
          .orElse(null);
    } catch (ConfigRefused e) {
      machine.say("[talos] failed to load the saved config: " + e.getMessage());
      return null;
    }
  }

  /** A config came into force: the boot sequence goes on with it. */
  void configure(Machine machine, MachineConfig config) {
    machine.config(config);
    machine.phase(Machine.Phase.CONFIGURED);
    Doors.Door door = machine.door();
    if (door != null) {
      door.shut();
    }
    disks.provision(machine, config);
    stageChanged(machine, "");
  }

  EtcdCluster.Member newMember(Machine machine) {
    return new EtcdCluster.Member(
        world.dice().next() & Long.MAX_VALUE,
        network.hostname(machine),
        network.address(machine),
        false);
  }

  /** Whoever has the address under another name has to be removed first, by somebody else. */
  private boolean mayJoin(Machine machine, Machine peer) {
    return talos.etcdOf(peer).orElseThrow().members().stream()
        .filter(member -> member.address().equals(network.address(machine)))
        .allMatch(member -> member.name().equals(network.hostname(machine)));
  }

  /** A node that comes back empty removes the member of its name, which is itself of before. */
  private void joinEtcd(Machine machine, Machine peer) {
    EtcdCluster etcd = talos.etcdOf(peer).orElseThrow();
    EtcdCluster.Member member = newMember(machine);
    etcd.members().stream()
        .filter(old -> old.name().equals(member.name()))
        .forEach(old -> etcd.remove(old.id()));
    etcd.add(member);
    disks.saveEtcdData(machine, new NodeDisks.EtcdData(etcd.id(), member.id()));
    machine.etcd(true);
  }

  private void joinCluster(Machine machine, BootstrappedCluster cluster) {
    cluster.join(machine, network.hostname(machine), cluster.describe(machine, true));
    if (machine.isControlPlane() && talos.apiServers() != ApiServers.NONE) {
      int port = Math.max(443, URI.create(cluster.endpoint()).getPort());
      openApiServer(machine, cluster, NodePorts.socket(network.address(machine), port));
    }
  }

  /** An API server that cannot start, for its CA or its port, leaves its node as it is. */
  private void openApiServer(
      Machine machine, BootstrappedCluster cluster, InetSocketAddress address) {
    try {
      machine.apiServer(talos.apiServers().open(cluster, address));
    } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
      machine.say("[talos] kube-apiserver does not start: " + e.getMessage());
    }
  }

  private void finish(Machine machine) {
    machine.finished(true);
    talos
        .cluster(machine.kubernetes())
        .ifPresent(cluster -> talos.apiServers().cordon(cluster, network.hostname(machine), false));
    stageChanged(machine, "");
  }

  private void install(Machine machine) {
    MachineConfig config = machine.config().orElseThrow();
    Optional<GuestHardware.Disk> target = disks.installTarget(machine, config);
    if (target.isEmpty()) {
      machine.say("[talos] install failed: no disk fits, rebooting");
      machine.goDown();
      return;
    }
    TalosImage running = machine.image();
    TalosImage system =
        TalosImage.installed(config.installImage(), running.arch())
            .orElse(
                new TalosImage(
                    running.schematic(), running.version(), "metal", running.arch(), false, false));
    disks.install(target.get(), system);
    disks.saveConfig(machine, config.text());
    machine.goDown();
  }

  void stageChanged(Machine machine, String actor) {
    machine.tell(
        world.now(),
        actor,
        NodeEvent.Kind.STAGE,
        machine.stage().name(),
        machine.stage() == Stage.RUNNING || machine.stage() == Stage.MAINTENANCE);
  }
}
