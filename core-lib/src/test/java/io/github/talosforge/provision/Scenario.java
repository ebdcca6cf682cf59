package io.github.talosforge.provision;

import io.github.talosforge.model.NodeName;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.plan.NodeSelection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is done to a cluster while something goes wrong. */
enum Scenario {
  GROW_DISK(
      "a larger system disk", Lab.WHOLE, "", Lab.NODES.replace("disk_size: 12", "disk_size: 16")),
  DISK_MOVED(
      "a worker's disks moved to shared storage while it runs",
      Lab.WHOLE,
      "",
      Lab.NODES.replace("disk_size: 12", "disk_size: 12, storage: ceph")),
  GROW_DATA(
      "a larger disk in a data VM",
      Lab.WHOLE,
      "",
      Lab.NODES.replace("ephemeral_size: 6", "ephemeral_size: 8")),
  ANOTHER_VOLUME(
      "another volume",
      Lab.WHOLE,
      "",
      Lab.NODES.replace("volumes: {", "volumes: {logs: {type: disk, size: 2}, ")),
  VOLUME_GONE(
      "a volume goes",
      Lab.FEW,
      "",
      Lab.FEW_NODES.replace("volumes: {db: {type: disk, size: 3}}", "volumes: {}")),
  VOLUME_DESTROYED(
      "the data of a detached volume deleted",
      Lab.DETACHED,
      "",
      Lab.FEW_NODES.replace("volumes: {db: {type: disk, size: 3}}", "volumes: {}")),
  ANOTHER_DISK(
      "another disk",
      Lab.WHOLE,
      "",
      Lab.NODES.replace("disk_size: 12", "disk_size: 12, extra_disks: [{size: 2}]")),
  REBUILT("a rebuilt worker", Lab.FEW, "", Lab.FEW_NODES),
  CONTROL_PLANE_REBUILT("a rebuilt control plane, its etcd on a data VM", Lab.WHOLE, "", Lab.NODES),
  ONLY_NODE_REBUILT(
      "the only node rebuilt, which runs other versions than the files want",
      Lab.ALONE,
      Lab.ALONE_CLUSTER,
      Lab.ALONE_NODES),
  OTHER_HA(
      "other limits of high availability, one VM less in its rule",
      Lab.WHOLE,
      "",
      Lab.NODES
          .replace("ha: true, data_vm", "ha: true, ha_max_restart: 3, data_vm")
          .replaceFirst("(cp-3[^}]*)ha: true", "$1ha: false")),
  NO_MORE_HA_ON_8(
      "no more high availability on Proxmox VE 8",
      Lab.FEW_ON_8,
      "",
      Lab.FEW_NODES.replace("ha: true", "ha: false")),
  NO_MORE_HA(
      "no more high availability", Lab.WHOLE, "", Lab.NODES.replace("ha: true", "ha: false")),
  MORE_MEMORY(
      "more memory for both workers, stopped and started with care",
      Lab.WHOLE,
      "",
      Lab.NODES.replace("memory: 2560", "memory: 3072")),
  LARGER_CONTROL_PLANE(
      "a larger control plane, stopped and started with care",
      Lab.WHOLE,
      "",
      Lab.NODES.replace("pve2, memory: 4096", "pve2, memory: 5120")),
  ONE_MORE_WORKER(
      "one more worker",
      Lab.WHOLE,
      "",
      Lab.NODES + "  - {name: worker-3, proxmox_node: pve3, memory: 2560}\n"),
  OTHER_MACHINE_CONFIGS(
      "other machine configurations", Lab.WHOLE, "ntp_servers: [time.example.org]\n", Lab.NODES),
  REBOOTING_MACHINE_CONFIGS(
      "machine configurations that control planes reboot for",
      Lab.WHOLE,
      """
      machine_patches:
        control_plane:
          - machine:
              files:
                - {path: /var/etc/motd, permissions: 0o644, op: create, content: hello}
      """,
      Lab.NODES),
  ADOPTED("a VM adopted", Lab.FOREIGN, "", Lab.FEW_NODES),
  LEFTOVERS_REMOVED("leftovers removed", Lab.LEFTOVERS, "", Lab.FEW_NODES),
  TEMPLATES_CLEANED("templates and images cleaned", Lab.OLD_TEMPLATES, "", Lab.ONE_NODE),
  DESTROYED("a cluster destroyed with its data", Lab.FEW, "", Lab.FEW_NODES),
  DESTROYED_BUT_THE_DATA("destroyed, the data kept", Lab.FEW, "", Lab.FEW_NODES),
  WORKER_DESTROYED("one worker drained and destroyed", Lab.WHOLE, "", Lab.NODES),
  CONTROL_PLANE_DESTROYED(
      "one control plane drained, taken out of etcd and destroyed", Lab.WHOLE, "", Lab.NODES),
  ON_RELEASE_8(
      "from nothing on Proxmox VE 8, with groups and a pool",
      Lab.RELEASE_8,
      "proxmox_pool: demo\n",
      Lab.FEW_NODES),
  BY_CD("from nothing, configured by CD", Lab.NOTHING, "config_delivery: cidata\n", Lab.FEW_NODES),
  FROM_NOTHING("from nothing to healthy", Lab.NOTHING, "", Lab.NODES);

  private static final Goal AS_THE_FILES_SAY = new Goal.Provision(NodeSelection.all(), true);

  private final String words;
  private final Lab lab;
  private final String cluster;
  private final String nodes;

  Scenario(String words, Lab lab, String cluster, String nodes) {
    this.words = words;
    this.lab = lab;
    this.cluster = cluster;
    this.nodes = nodes;
  }

  /** What it is, for people. */
  String words() {
    return words;
  }

  /** The sign of fewer nodes than in the whole cluster, which the page explains. */
  String mark() {
    return nodes.contains("cp-3") ? "" : nodes.contains("worker-1") ? "*" : "†";
  }

  /** What there is before. */
  Lab lab() {
    return lab;
  }

  /** The files that say what shall be. */
  SimulatedCluster files(SimulatedCluster world) {
    return world.cluster(Lab.CLUSTER + cluster).nodes(nodes);
  }

  /** What is asked for, in the first run as in those that follow. */
  List<Goal> goals(ClusterRun run) {
    return switch (this) {
      case REBUILT -> List.of(new Goal.Rebuild(only("worker-1"), true, false));
      case CONTROL_PLANE_REBUILT, ONLY_NODE_REBUILT ->
          List.of(new Goal.Rebuild(only("cp-1"), true, false));
      case VOLUME_DESTROYED -> List.of(withoutVolume(run));
      case DESTROYED -> List.of(new Goal.Destroy(NodeSelection.all(), false, true));
      case DESTROYED_BUT_THE_DATA -> List.of(new Goal.Destroy(NodeSelection.all(), false, false));
      case WORKER_DESTROYED -> List.of(new Goal.RemoveNodes(only("worker-2"), false, false));
      case CONTROL_PLANE_DESTROYED -> List.of(new Goal.RemoveNodes(only("cp-3"), false, false));
      case ADOPTED -> List.of(new Goal.Adopt(Map.of("3000", NodeName.of("worker-1"))));
      case LEFTOVERS_REMOVED -> List.of(new Goal.RemoveLeftovers());
      case TEMPLATES_CLEANED -> List.of(new Goal.CleanTemplates(0, true));
      default -> List.of(AS_THE_FILES_SAY, new Goal.Bootstrap(NodeSelection.all(), true));
    };
  }

  /** Whether pods leave a node for ever. */
  boolean drains() {
    return this == WORKER_DESTROYED || this == CONTROL_PLANE_DESTROYED;
  }

  /** Who hears that there is no such volume has nothing left to ask for. */
  private static Goal withoutVolume(ClusterRun run) {
    Goal gone = new Goal.DestroyVolume(only("worker-1"), "db");
    return run.operation(gone).plan().findings().withCode("TF-VOLUME-UNKNOWN").isEmpty()
        ? gone
        : AS_THE_FILES_SAY;
  }

  private static NodeSelection only(String node) {
    return new NodeSelection(List.of(node), List.of());
  }

  /** Whether the cluster shall be healthy in the end; else the plan alone tells whether it is. */
  boolean endsHealthy() {
    return switch (this) {
      case DESTROYED,
          DESTROYED_BUT_THE_DATA,
          WORKER_DESTROYED,
          CONTROL_PLANE_DESTROYED,
          ADOPTED,
          LEFTOVERS_REMOVED,
          TEMPLATES_CLEANED,
          VOLUME_DESTROYED ->
          false;
      default -> true;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
