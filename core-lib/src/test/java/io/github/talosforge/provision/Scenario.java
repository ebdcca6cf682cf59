package io.github.talosforge.provision;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What is done to a cluster while something goes wrong. */
enum Scenario {
  GROW_DISK(Lab.WHOLE, "", Lab.NODES.replace("disk_size: 12", "disk_size: 16")),
  GROW_DATA(Lab.WHOLE, "", Lab.NODES.replace("ephemeral_size: 6", "ephemeral_size: 8")),
  ANOTHER_VOLUME(
      Lab.WHOLE, "", Lab.NODES.replace("volumes: {", "volumes: {logs: {type: disk, size: 2}, ")),
  VOLUME_GONE(
      Lab.FEW, "", Lab.FEW_NODES.replace("volumes: {db: {type: disk, size: 3}}", "volumes: {}")),
  VOLUME_DESTROYED(
      Lab.DETACHED,
      "",
      Lab.FEW_NODES.replace("volumes: {db: {type: disk, size: 3}}", "volumes: {}")),
  ANOTHER_DISK(
      Lab.WHOLE, "", Lab.NODES.replace("disk_size: 12", "disk_size: 12, extra_disks: [{size: 2}]")),
  REBUILT(Lab.FEW, "", Lab.FEW_NODES),
  NO_MORE_HA(Lab.WHOLE, "", Lab.NODES.replace("ha: true", "ha: false")),
  MORE_MEMORY(Lab.WHOLE, "", Lab.NODES.replace("memory: 2560", "memory: 3072")),
  LARGER_CONTROL_PLANE(
      Lab.WHOLE, "", Lab.NODES.replace("pve2, memory: 4096", "pve2, memory: 5120")),
  ONE_MORE_WORKER(
      Lab.WHOLE, "", Lab.NODES + "  - {name: worker-3, proxmox_node: pve3, memory: 2560}\n"),
  OTHER_MACHINE_CONFIGS(Lab.WHOLE, "ntp_servers: [time.example.org]\n", Lab.NODES),
  ADOPTED(Lab.FOREIGN, "", Lab.FEW_NODES),
  LEFTOVERS_REMOVED(Lab.LEFTOVERS, "", Lab.FEW_NODES),
  TEMPLATES_CLEANED(Lab.OLD_TEMPLATES, "", Lab.ONE_NODE),
  DESTROYED(Lab.FEW, "", Lab.FEW_NODES),
  DESTROYED_BUT_THE_DATA(Lab.FEW, "", Lab.FEW_NODES),
  WORKER_DESTROYED(Lab.WHOLE, "", Lab.NODES),
  ON_RELEASE_8(Lab.RELEASE_8, "", Lab.FEW_NODES),
  BY_CD(Lab.NOTHING, "config_delivery: cidata\n", Lab.FEW_NODES),
  FROM_NOTHING(Lab.NOTHING, "", Lab.NODES);

  /** The nodes that go in {@link #WORKER_DESTROYED}. */
  static final Set<NodeName> GOING = Set.of(NodeName.of("worker-2"));

  private final Lab lab;
  private final String cluster;
  private final String nodes;

  Scenario(Lab lab, String cluster, String nodes) {
    this.lab = lab;
    this.cluster = cluster;
    this.nodes = nodes;
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
  Plan plan(ClusterSession session) {
    return switch (this) {
      case REBUILT -> session.planRebuild(only("worker-1"), false);
      case VOLUME_DESTROYED -> withoutVolume(session);
      case DESTROYED -> session.planDestruction(NodeSelection.all(), false, true);
      case DESTROYED_BUT_THE_DATA -> session.planDestruction(NodeSelection.all(), false, false);
      case WORKER_DESTROYED -> session.planDestruction(only("worker-2"), false, false);
      case ADOPTED -> session.planAdoption(Map.of("3000", NodeName.of("worker-1"))).marks();
      case LEFTOVERS_REMOVED -> session.planLeftovers();
      case TEMPLATES_CLEANED -> session.planTemplateCleaning(0, true);
      default -> session.plan(NodeSelection.all(), true);
    };
  }

  /** Who hears that there is no such volume has nothing left to ask for. */
  private static Plan withoutVolume(ClusterSession session) {
    Plan plan = session.planVolumeDestruction(only("worker-1"), "db");
    boolean gone =
        plan.findings().findings().stream()
            .anyMatch(finding -> finding.code().equals("TF-VOLUME-UNKNOWN"));
    return gone ? session.plan(NodeSelection.all(), true) : plan;
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
