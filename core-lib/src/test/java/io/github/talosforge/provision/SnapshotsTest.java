package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Snapshots are found although the configuration of a VM need not name any. */
class SnapshotsTest {
  private static final String VM = "/api2/json/nodes/pve2/qemu/3001";
  private static final String LIST = "GET /nodes/{node}/qemu/{vmid}/snapshot";
  private static final String WITHOUT = DataVmTest.DATA.replace("db: {type: disk, size: 7G}, ", "");
  private static final NodeSelection WORKER = new NodeSelection(List.of("worker-1"), List.of());

  /** On a storage that goes back to any snapshot; ZFS only to the last. */
  private static SimulatedCluster deployed() {
    SimulatedCluster cluster =
        SimulatedCluster.start().storage("ceph").cluster(DataVmTest.DATA).nodes(DataVmTest.TWO);
    assertThat(cluster.provision().complete()).isTrue();
    return cluster;
  }

  private static void send(SimulatedCluster cluster, String method, String path, String body) {
    sendTo(cluster, method, VM + path, body);
  }

  private static void sendTo(SimulatedCluster cluster, String method, String path, String body) {
    HttpResponse<String> answer =
        new RawClient(cluster.simulator)
            .send(method, path, "application/x-www-form-urlencoded", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private static void take(SimulatedCluster cluster, String name) {
    take(cluster, VM, name);
  }

  private static void take(SimulatedCluster cluster, String vm, String name) {
    sendTo(cluster, "POST", vm + "/snapshot", "snapname=" + name);
  }

  private static Map<String, String> config(SimulatedCluster cluster) {
    return cluster.simulator.inspect().vm(3001).orElseThrow().config();
  }

  private static String said(Plan plan, String code) {
    return plan.findings().findings().stream()
        .filter(finding -> finding.code().equals(code))
        .map(Finding::toString)
        .collect(Collectors.joining("\n"));
  }

  private static Plan destruction(SimulatedCluster cluster, boolean withData) {
    try (ClusterSession session = cluster.session()) {
      return session.planDestruction(WORKER, false, withData);
    }
  }

  private static Plan planWithRestarts(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      return session.plan(NodeSelection.all(), true);
    }
  }

  private static Plan volumeDestruction(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      return session.planVolumeDestruction(WORKER, "db");
    }
  }

  /** Two snapshots, rolled back to the first, which is deleted then. */
  private static SimulatedCluster rolledBack() {
    SimulatedCluster cluster = deployed();
    take(cluster, "first");
    take(cluster, "second");
    try (ProxmoxClient root = cluster.root()) {
      assertThat(root.vm("pve2", 3001).stop(() -> {}).await(Duration.ofMinutes(1)).hasWarnings())
          .isFalse();
    }
    send(cluster, "POST", "/snapshot/first/rollback", "");
    assertThat(config(cluster)).containsEntry("parent", "first");
    return cluster;
  }

  @Test
  void aVmThatWasRolledBackIsNeitherRebuiltNorDestroyed() {
    try (SimulatedCluster cluster = rolledBack()) {
      assertThat(said(cluster.planRebuild("worker-1"), "TF-SNAPSHOT-OUTLIVES-VM")).isNotEmpty();
      assertThat(said(destruction(cluster, false), "TF-SNAPSHOT-OUTLIVES-VM")).isNotEmpty();
    }
  }

  @Test
  void aSnapshotThatTheConfigurationDoesNotNameIsFound() {
    try (SimulatedCluster cluster = rolledBack()) {
      send(cluster, "DELETE", "/snapshot/first", "");
      assertThat(config(cluster)).doesNotContainKey("parent");

      Plan rebuild = cluster.planRebuild("worker-1");
      assertThat(rebuild.isBlocked()).isTrue();
      assertThat(said(rebuild, "TF-SNAPSHOT-OUTLIVES-VM"))
          .contains("has snapshots (second)", "qm delsnapshot 3001");
      assertThat(said(destruction(cluster, false), "TF-SNAPSHOT-OUTLIVES-VM")).contains("(second)");
      assertThat(said(destruction(cluster, true), "TF-SNAPSHOT-OUTLIVES-VM")).isEmpty();

      send(cluster, "DELETE", "/snapshot/second", "");
      assertThat(cluster.planRebuild("worker-1").isBlocked()).isFalse();
    }
  }

  @Test
  void aVolumeThatOnlyASnapshotHoldsIsNotDeleted() {
    try (SimulatedCluster cluster = deployed()) {
      take(cluster, "before");
      cluster.edit(3001, vm -> vm.config().remove("parent"));
      cluster.cluster(WITHOUT);
      assertThat(said(planWithRestarts(cluster), "TF-SNAPSHOT-HOLDS-DATA"))
          .contains("has snapshots (before)", "also those that are detached now");
      assertThat(cluster.provision(true).complete()).isTrue();

      Plan plan = volumeDestruction(cluster);
      assertThat(plan.isBlocked()).isTrue();
      assertThat(said(plan, "TF-DATA-IN-USE"))
          .contains("VM 3001 'worker-1' on pve2 as scsi2 in snapshot before");

      send(cluster, "DELETE", "/snapshot/before", "");
      Plan allowed = volumeDestruction(cluster);
      take(cluster, "again");
      assertThat(cluster.apply(allowed).complete()).as("a snapshot without it").isTrue();
    }
  }

  @Test
  void everyVmThatLosesAVolumeIsLookedAt() {
    try (SimulatedCluster cluster = deployed()) {
      take(cluster, "/api2/json/nodes/pve1/qemu/2001", "named");
      take(cluster, "hidden");
      cluster.edit(3001, vm -> vm.config().remove("parent"));
      cluster.cluster(WITHOUT);

      assertThat(said(planWithRestarts(cluster), "TF-SNAPSHOT-HOLDS-DATA"))
          .contains("VM 2001 'cp-1' on pve1 has snapshots")
          .contains("VM 3001 on pve2 has snapshots (hidden)");
    }
  }

  @Test
  void aVmThatIsOffAndLosesAVolumeIsLookedAt() {
    try (SimulatedCluster cluster = deployed()) {
      take(cluster, "hidden");
      cluster.edit(3001, vm -> vm.config().remove("parent"));
      try (ProxmoxClient root = cluster.root()) {
        assertThat(root.vm("pve2", 3001).stop(() -> {}).await(Duration.ofMinutes(1)).hasWarnings())
            .isFalse();
      }
      cluster.cluster(WITHOUT);

      assertThat(said(cluster.plan(), "TF-SNAPSHOT-HOLDS-DATA"))
          .contains("VM 3001 on pve2 has snapshots (hidden)");
    }
  }

  @Test
  void aSnapshotThatCameAfterThePlanKeepsTheVolume() {
    try (SimulatedCluster cluster = deployed()) {
      cluster.cluster(WITHOUT);
      assertThat(cluster.provision(true).complete()).isTrue();
      Plan plan = volumeDestruction(cluster);
      cluster.edit(3001, vm -> vm.config().put("scsi9", "ceph:vm-30010-volume-db"));
      take(cluster, "late");
      cluster.edit(3001, vm -> vm.config().remove("scsi9"));

      assertThat(cluster.apply(plan).outcomes().toString())
          .contains("was not freed", "scsi9 in snapshot late");
    }
  }

  @Test
  void aPlanWithoutChangesAsksForNone() {
    try (SimulatedCluster cluster = deployed()) {
      take(cluster, "before");

      assertThat(said(cluster.plan(), "TF-SNAPSHOT-HOLDS-DATA")).isNotEmpty();

      assertThat(cluster.simulator.journal().callsTo(LIST)).isEmpty();
    }
  }
}
