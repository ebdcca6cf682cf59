package io.github.talosforge.provision;

import java.util.Locale;

/** What is done to a cluster while something goes wrong. */
enum Scenario {
  FROM_NOTHING("", Files.NODES),
  GROW_DISK("", Files.NODES.replace("disk_size: 12", "disk_size: 16")),
  MORE_MEMORY("", Files.NODES.replace("memory: 2560", "memory: 3072")),
  ONE_MORE_WORKER("", Files.NODES + "  - {name: worker-3, proxmox_node: pve3, memory: 2560}\n"),
  OTHER_MACHINE_CONFIGS("ntp_servers: [time.example.org]\n", Files.NODES);

  private final String cluster;
  private final String nodes;

  Scenario(String cluster, String nodes) {
    this.cluster = cluster;
    this.nodes = nodes;
  }

  /** The files before. */
  static void first(SimulatedCluster world) {
    SimulatedCluster unused = world.cluster(Files.CLUSTER).nodes(Files.NODES);
  }

  /** The files after. */
  void then(SimulatedCluster world) {
    SimulatedCluster unused = world.cluster(Files.CLUSTER + cluster).nodes(nodes);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** With a host each: what is placed freely may land elsewhere when half of it is there. */
  private static final class Files {
    static final String CLUSTER = "clone: linked\n";
    static final String NODES =
        """
        nodes:
          - {name: cp-1, controller: true, proxmox_node: pve1, memory: 4096}
          - {name: cp-2, controller: true, proxmox_node: pve2, memory: 4096}
          - {name: cp-3, controller: true, proxmox_node: pve3, memory: 4096}
          - {name: worker-1, proxmox_node: pve1, memory: 2560, disk_size: 12}
          - {name: worker-2, proxmox_node: pve2, memory: 2560}
        """;
  }
}
