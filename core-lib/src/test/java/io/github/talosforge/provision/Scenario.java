package io.github.talosforge.provision;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import java.util.List;
import java.util.Locale;

/** What is done to a cluster while something goes wrong. */
enum Scenario {
  FROM_NOTHING("", Files.NODES),
  GROW_DISK("", Files.NODES.replace("disk_size: 12", "disk_size: 16")),
  GROW_DATA("", Files.NODES.replace("ephemeral_size: 6", "ephemeral_size: 8")),
  ANOTHER_VOLUME("", Files.NODES.replace("volumes: {", "volumes: {logs: {type: disk, size: 2}, ")),
  NO_MORE_HA("", Files.NODES.replace("ha: true", "ha: false")),
  MORE_MEMORY("", Files.NODES.replace("memory: 2560", "memory: 3072")),
  ONE_MORE_WORKER("", Files.NODES + "  - {name: worker-3, proxmox_node: pve3, memory: 2560}\n"),
  OTHER_MACHINE_CONFIGS("ntp_servers: [time.example.org]\n", Files.NODES),
  VOLUME_GONE(
      Files.FEW, "", Files.FEW.replace("volumes: {db: {type: disk, size: 3}}", "volumes: {}")),
  REBUILT(Files.FEW, "", Files.FEW),
  DESTROYED(Files.FEW, "", Files.FEW);

  private final String before;
  private final String cluster;
  private final String nodes;

  Scenario(String cluster, String nodes) {
    this(Files.NODES, cluster, nodes);
  }

  Scenario(String before, String cluster, String nodes) {
    this.before = before;
    this.cluster = cluster;
    this.nodes = nodes;
  }

  /** The files before. */
  SimulatedCluster first(SimulatedCluster world) {
    return world.cluster(Files.CLUSTER).nodes(before);
  }

  /** The files after. */
  SimulatedCluster then(SimulatedCluster world) {
    return world.cluster(Files.CLUSTER + cluster).nodes(nodes);
  }

  /** What is asked for, in the first run as in those that follow. */
  Plan plan(ClusterSession session) {
    return switch (this) {
      case REBUILT -> session.planRebuild(new NodeSelection(List.of("worker-1"), List.of()), false);
      case DESTROYED -> session.planDestruction(NodeSelection.all(), false, true);
      default -> session.plan(NodeSelection.all(), true);
    };
  }

  /** Whether there is a cluster in the end. */
  boolean endsHealthy() {
    return this != DESTROYED;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * Three control planes with high availability on a shared storage, a worker with a data VM and
   * one without on their hosts' own storages, which need a template each. Every one has a host:
   * what is placed freely may land elsewhere when half of it is there.
   */
  private static final class Files {
    static final String CLUSTER = "clone: linked\nanti_affinity: true\n";
    static final String NODES =
        """
        nodes:
          - {name: cp-1, controller: true, proxmox_node: pve1, memory: 4096, storage: ceph,
             clone: full, ha: true}
          - {name: cp-2, controller: true, proxmox_node: pve2, memory: 4096, storage: ceph,
             clone: full, ha: true}
          - {name: cp-3, controller: true, proxmox_node: pve3, memory: 4096, storage: ceph,
             clone: full, ha: true}
          - {name: worker-1, proxmox_node: pve1, memory: 2560, data_vm: true, ephemeral_size: 6,
             volumes: {db: {type: disk, size: 3}}}
          - {name: worker-2, proxmox_node: pve2, memory: 2560, disk_size: 12}
        """;

    /** For what happens to each node alike. */
    static final String FEW =
        """
        nodes:
          - {name: cp-1, controller: true, proxmox_node: pve1, memory: 4096, storage: ceph,
             clone: full, ha: true}
          - {name: worker-1, proxmox_node: pve1, memory: 2560, data_vm: true, ephemeral_size: 6,
             volumes: {db: {type: disk, size: 3}}}
        """;
  }
}
