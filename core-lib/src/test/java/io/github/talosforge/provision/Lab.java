package io.github.talosforge.provision;

import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.SimulatorBuilder;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.Personality;
import io.github.talosforge.simulator.world.Volume;
import io.github.talosforge.simulator.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What there is before something happens to it. It is made once, and every case begins with a copy.
 */
enum Lab {
  NOTHING,
  RELEASE_8,
  WHOLE,
  FEW,
  /** As {@link #FEW}, on Proxmox VE 8. */
  FEW_ON_8,
  /** As {@link #FEW}, but a worker's VM has lost every mark, as if somebody else had made it. */
  FOREIGN,
  /** As {@link #FEW}, with a detached disk and an entry of a VM that is gone. */
  LEFTOVERS,
  /** As {@link #FEW}, but the files no longer name the worker's volume, and it is detached. */
  DETACHED,
  /** One node, and what an earlier version of Talos was made from. */
  OLD_TEMPLATES,
  /** One node with a data VM, which runs earlier versions than the files of scenarios want. */
  ALONE;

  /**
   * Three control planes with high availability on a shared storage, one of them with a data VM, a
   * worker with a data VM and one without on their hosts' own storages, which need a template each.
   * Every one has a host: what is placed freely may land elsewhere when half of it is there.
   */
  static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1, memory: 4096, storage: ceph,
           clone: full, ha: true, data_vm: true, ephemeral_size: 10}
        - {name: cp-2, controller: true, proxmox_node: pve2, memory: 4096, storage: ceph,
           clone: full, ha: true}
        - {name: cp-3, controller: true, proxmox_node: pve3, memory: 4096, storage: ceph,
           clone: full, ha: true}
        - {name: worker-1, proxmox_node: pve1, memory: 2560, data_vm: true, ephemeral_size: 6,
           volumes: {db: {type: disk, size: 3}}}
        - {name: worker-2, proxmox_node: pve2, memory: 2560, disk_size: 12}
      """;

  /** For what happens to each node alike. */
  static final String FEW_NODES =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1, memory: 4096, storage: ceph,
           clone: full, ha: true}
        - {name: worker-1, proxmox_node: pve1, memory: 2560, data_vm: true, ephemeral_size: 6,
           volumes: {db: {type: disk, size: 3}}}
      """;

  static final String ONE_NODE =
      "nodes: [{name: cp-1, controller: true, proxmox_node: pve1, memory: 4096, clone: full}]\n";

  static final String ALONE_NODES =
      ONE_NODE.replace("clone: full", "clone: full, data_vm: true, ephemeral_size: 10");

  static final String ALONE_CLUSTER = "allow_scheduling_on_control_planes: true\n";

  static final String CLUSTER = "clone: linked\nanti_affinity: true\n";

  /** The partition that a lab has put on every data volume, to be found there in the end. */
  static final String PRECIOUS = "precious";

  private static final int WORKER = 3000;

  /** Its addresses stand in machine configurations, which shall be the same in every copy. */
  private static final Simulator FACTORY = Simulator.builder().start();

  /**
   * A simulator's state.
   *
   * @param folder what it saved; null: there is nothing
   * @param time when
   */
  private record Made(@Nullable Path folder, Instant time) {}

  private static final Map<Lab, Made> MADE = new EnumMap<>(Lab.class);

  /** Starts a simulator of its own with this in it. */
  SimulatedCluster start() {
    Made original = made();
    SimulatorBuilder builder = fresh(new FlyingTime(original.time()));
    Path folder = original.folder();
    return on(folder == null ? builder.start() : builder.copyOf(folder).start());
  }

  private SimulatorBuilder fresh(FlyingTime time) {
    return Simulator.builder()
        .hosts(3)
        .timeScale(0.1)
        .time(time)
        .personality(
            this == RELEASE_8 || this == FEW_ON_8 ? Personality.PVE_8_4 : Personality.PVE_9_1);
  }

  private static SimulatedCluster on(Simulator simulator) {
    return new SimulatedCluster(simulator).factory(FACTORY.connection().factory());
  }

  private Made made() {
    synchronized (MADE) {
      return MADE.computeIfAbsent(this, Lab::make);
    }
  }

  private Made make() {
    if (this == NOTHING || this == RELEASE_8) {
      return new Made(null, Instant.now());
    }
    FlyingTime time = new FlyingTime(Instant.now());
    Path folder = folder();
    try (SimulatedCluster cluster = on(fresh(time).state(folder).start())) {
      prepare(cluster);
      keepPrecious(cluster.simulator.world());
    }
    return new Made(folder, time.now());
  }

  /** Puts something of its own on every volume of a data VM. */
  private static void keepPrecious(World world) {
    world.locked(
        () -> {
          for (Volume volume : List.copyOf(world.volumes().all())) {
            if (volume.owner() >= EndState.FIRST_DATA_VM) {
              Map<String, String> contents = new HashMap<>(volume.partitions());
              contents.put(PRECIOUS, "data of " + volume.name());
              world.volumes().put(volume.holding(volume.identity(), contents));
            }
          }
          world.touch();
          return world;
        });
  }

  private static Path folder() {
    try {
      Path folder = Files.createTempDirectory("lab");
      folder.toFile().deleteOnExit();
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void prepare(SimulatedCluster cluster) {
    switch (this) {
      case WHOLE -> healthy(cluster, NODES);
      case FOREIGN -> {
        healthy(cluster, FEW_NODES);
        cluster.edit(WORKER, vm -> vm.config().putAll(FOREIGN_MARKS));
      }
      case LEFTOVERS -> leave(cluster);
      case DETACHED -> {
        healthy(cluster, FEW_NODES);
        healthy(cluster, FEW_NODES.replace("db: {type: disk, size: 3}", ""));
      }
      case OLD_TEMPLATES -> replaceTemplates(cluster);
      case ALONE ->
          healthy(
              cluster.talos("1.12.3").kubernetes("1.34.0"), CLUSTER + ALONE_CLUSTER, ALONE_NODES);
      default -> healthy(cluster, FEW_NODES);
    }
  }

  private static final Map<String, String> FOREIGN_MARKS =
      Map.of(
          "name",
          "database",
          "tags",
          "prod",
          "description",
          "made by hand",
          "smbios1",
          "uuid=11111111-2222-3333-4444-555555555555");

  private static void healthy(SimulatedCluster cluster, String nodes) {
    healthy(cluster, CLUSTER, nodes);
  }

  private static void healthy(SimulatedCluster cluster, String lines, String nodes) {
    new MatrixRun(cluster.cluster(lines).nodes(nodes))
        .problem(Scenario.FROM_NOTHING, /* hasty= */ false)
        .ifPresent(
            problem -> {
              throw new IllegalStateException(problem);
            });
  }

  private static void leave(SimulatedCluster cluster) {
    healthy(
        cluster,
        FEW_NODES.replace(
            "memory: 2560, data_vm", "memory: 2560, extra_disks: [{size: 2}], data_vm"));
    healthy(cluster, FEW_NODES);
    String gone = "vm:2050";
    String owner = "Talosforge, cluster 0123456789abcdef";
    World world = cluster.simulator.world();
    world.locked(
        () -> {
          world.touch();
          return world
              .ha()
              .resources()
              .put(gone, new HaResource(gone, "started", null, 1, 1, true, owner, false));
        });
  }

  private static void replaceTemplates(SimulatedCluster cluster) {
    cluster.cluster(CLUSTER).nodes(ONE_NODE).talos("1.12.3");
    complete(cluster.provision().complete() && cluster.destroy().complete());
    cluster.talos("1.12.4");
    complete(cluster.provision().complete());
  }

  private static void complete(boolean complete) {
    if (!complete) {
      throw new IllegalStateException("the templates were not made");
    }
  }
}
