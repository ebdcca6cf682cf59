package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Before a VM goes, everything is settled that could make its end a loss or a half thing. */
class GoingVmsTest {
  private static final String PROTECTED =
      DataVmTest.TWO.replace("vm_id: 3001,", "vm_id: 3001, protection: true,");
  private static final String CONFIGURE = "POST /nodes/{node}/qemu/{vmid}/config";
  private static final String SHUT_DOWN = "POST /nodes/{node}/qemu/{vmid}/status/shutdown";

  private static SimulatedCluster deployed(String nodes) {
    SimulatedCluster cluster = SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(nodes);
    assertThat(cluster.provision().complete()).isTrue();
    return cluster;
  }

  private static Plan destruction(SimulatedCluster cluster, boolean withData, String... nodes) {
    try (ClusterSession session = cluster.session()) {
      return session.planDestruction(
          new NodeSelection(List.of(nodes), List.of()), withData, withData);
    }
  }

  private static Plan lifted(SimulatedCluster cluster, boolean rebuilt) {
    try (ClusterSession session = cluster.session()) {
      NodeSelection worker = new NodeSelection(List.of("worker-1"), List.of());
      return rebuilt ? session.planRebuild(worker, true) : session.planDestruction(worker, true);
    }
  }

  private static Plan leftovers(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      return session.planLeftovers();
    }
  }

  private static Plan withRestarts(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      return session.plan(NodeSelection.all(), true);
    }
  }

  private static List<Integer> destroyed(Plan plan) {
    return plan.changes(DestroyVm.class).stream().map(vm -> vm.vm().vmId().value()).toList();
  }

  private static String said(Plan plan, String code) {
    return plan.findings().findings().stream()
        .filter(finding -> finding.code().equals(code))
        .map(Finding::toString)
        .collect(Collectors.joining("\n"));
  }

  /**
   * Restores a backup under another id; all marks come back, the disks are the copy's own. The
   * marks are those of a VM that was made before they named its id.
   */
  private static void restore(SimulatedCluster cluster, int id, int copy) {
    cluster.edit(
        id,
        vm ->
            vm.config()
                .computeIfPresent("description", (key, text) -> text.replaceFirst(" vm=\\d+", "")));
    Map<String, String> config =
        new HashMap<>(cluster.simulator.inspect().vm(id).orElseThrow().config());
    config.replaceAll((key, value) -> value.replace("vm-" + id + "-", "vm-" + copy + "-"));
    cluster.stranger(copy, "pve2", config);
  }

  /** As an adopted VM can have them: a disk out of sight, and one whose storage is long gone. */
  private static void disksElsewhere(SimulatedCluster cluster, int id) {
    cluster.edit(
        id,
        vm -> {
          vm.config().put("unused8", "nfs:" + id + "/vm-" + id + "-disk-8.raw");
          vm.config().put("unused9", "gone:vm-" + id + "-disk-9");
        });
    String token = Rights.everythingBut(cluster.simulator, "Realm.Allocate");
    for (String right : List.of("Audit", "AllocateSpace", "Allocate")) {
      cluster.simulator.access().deny(Rights.USER, "/storage/nfs", "Datastore." + right);
    }
    cluster.as(token);
  }

  @ParameterizedTest
  @ValueSource(ints = {3001, 30010})
  void aVmWithDisksOnStoragesOutOfSightIsDestroyedAndTheyAreNamed(int id) {
    try (SimulatedCluster cluster = deployed(DataVmTest.TWO)) {
      disksElsewhere(cluster, id);
      Plan plan = destruction(cluster, true, "worker-1");
      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      List<String> warnings = new CopyOnWriteArrayList<>();
      ApplyLog log =
          new ApplyLog() {
            @Override
            public void warns(Change change, String sentence) {
              warnings.add(sentence);
            }
          };

      try (ClusterSession session = cluster.session()) {
        ApplyResult result = session.apply(plan, ApplyOptions.defaults(), log);
        assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      }

      assertThat(cluster.simulator.inspect().vm(id)).isEmpty();
      assertThat(warnings)
          .anyMatch(words -> words.contains("VM " + id) && words.contains("Storage nfs could not"))
          .anyMatch(words -> words.contains("Storage gone could not be looked at"));
    }
  }

  /** Within the range of its role nothing tells which of the two is the node. */
  @Test
  void aRestoredBackupWithAnIdOfTheRangeIsNotDestroyedWithItsNode() {
    try (SimulatedCluster cluster = deployed(DataVmTest.TWO)) {
      restore(cluster, 3001, 3500);
      restore(cluster, 30010, 35000);
      cluster.nodes(DataVmTest.TWO.replaceAll(" vm_id: \\d+,", ""));

      Plan plan = destruction(cluster, true, "worker-1");

      assertThat(plan.isBlocked()).isTrue();
      assertThat(said(plan, "TF-NODE-HAS-TWO-VMS"))
          .contains("VM 3001 'worker-1' on pve2 and VM 3500 'worker-1' on pve2")
          .contains("qm set 3500 --name worker-1-copy --smbios1 uuid=")
          .contains("Node worker-1 has 2 data VMs", "VM 35000 'worker-1-data' on pve2");
    }
  }

  @Test
  void aRestoredBackupIsNotDestroyedWithItsNode() {
    try (SimulatedCluster cluster = deployed(DataVmTest.TWO)) {
      restore(cluster, 3001, 5000);

      for (Plan plan :
          List.of(destruction(cluster, false, "worker-1"), cluster.planRebuild("worker-1"))) {
        assertThat(plan.isBlocked()).isTrue();
        assertThat(said(plan, "TF-VM-UNPROVEN"))
            .contains("VM 5000 'worker-1' on pve2", "or its backup under another id")
            .contains("qm set 5000 --name worker-1-copy --smbios1 uuid=");
      }
      assertThat(destroyed(destruction(cluster, false, "cp-1"))).containsExactly(2001);
      assertThat(destruction(cluster, false, "cp-1").isBlocked()).isFalse();

      cluster.edit(
          5000,
          vm -> {
            vm.config().put("name", "worker-1-copy");
            vm.config().put("smbios1", "uuid=11111111-2222-3333-4444-555555555555");
            vm.config().remove("tags");
          });
      Plan settled = destruction(cluster, false, "worker-1");
      assertThat(settled.isBlocked()).as(settled.findings().render()).isFalse();
      assertThat(destroyed(settled)).containsExactly(3001);
    }
  }

  @Test
  void aRestoredBackupOfADataVmIsNotDestroyedWithIt() {
    try (SimulatedCluster cluster = deployed(DataVmTest.TWO)) {
      restore(cluster, 30010, 5000);

      Plan plan = destruction(cluster, true);

      assertThat(plan.isBlocked()).isTrue();
      assertThat(said(plan, "TF-VM-UNPROVEN"))
          .contains("the data VM of node worker-1", "VM 5000 'worker-1-data' on pve2")
          .contains("qm set 5000 --name worker-1-data-copy --smbios1 uuid=");
    }
  }

  @Test
  void aVmWhoseDiskSomebodyUsesStays() {
    try (SimulatedCluster cluster = deployed(DataVmTest.TWO)) {
      String disk = "local-zfs:vm-3001-disk-0";
      cluster.stranger(501, "pve3", Map.of("name", "elsewhere", "scsi3", disk));
      assertThat(destruction(cluster, false).isBlocked()).isFalse();
      cluster.stranger(500, "pve2", Map.of("name", "rescue", "scsi3", disk));

      for (Plan plan :
          List.of(
              destruction(cluster, false),
              destruction(cluster, true),
              cluster.planRebuild("worker-1"))) {
        assertThat(plan.isBlocked()).isTrue();
        assertThat(said(plan, "TF-DATA-IN-USE"))
            .contains(disk, "VM 3001", "VM 500 'rescue' on pve2", "qm set 500 --delete scsi3")
            .doesNotContain("elsewhere");
      }
      assertThat(destruction(cluster, false, "cp-1").isBlocked()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void protectionIsLiftedBeforeTheNodeIsShutDown(boolean rebuilt) {
    try (SimulatedCluster cluster = deployed(PROTECTED)) {
      long mark = cluster.simulator.journal().count();

      ApplyResult result = cluster.apply(lifted(cluster, rebuilt));

      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      List<RecordedCall> calls =
          cluster.simulator.journal().since(mark).stream()
              .filter(call -> call.path().contains("/3001/"))
              .filter(call -> call.isTo(CONFIGURE) || call.isTo(SHUT_DOWN))
              .toList();
      assertThat(calls.get(0).parameters()).containsEntry("protection", "0").containsKey("digest");
      assertThat(calls.get(1).isTo(SHUT_DOWN)).as(calls.toString()).isTrue();
    }
  }

  @Test
  void aDiskIsNotTakenOffAProtectedVmInVain() {
    String extra = PROTECTED.replace("protection:", "extra_disks: [{size: 2}], protection:");
    try (SimulatedCluster cluster = deployed(extra)) {
      cluster.nodes(PROTECTED);

      Plan plan = withRestarts(cluster);

      assertThat(plan.isBlocked()).isTrue();
      assertThat(said(plan, "TF-VM-PROTECTED"))
          .contains("VM 3001 'worker-1' on pve2", "protection: false");
      cluster.nodes(DataVmTest.TWO);
      assertThat(cluster.provision(true).complete()).isTrue();
      cluster.nodes(PROTECTED);
      assertThat(cluster.provision().complete()).isTrue();
      Plan left = leftovers(cluster);
      assertThat(left.changes()).isEmpty();
      assertThat(said(left, "TF-VOLUME-PROTECTED")).contains("qm set 3001 --protection 0");
    }
  }

  @Test
  void aProtectedNodeIsNotRestartedForADiskThatStays() {
    try (SimulatedCluster cluster = deployed(PROTECTED)) {
      cluster.cluster(DataVmTest.DATA.replace("db: {type: disk, size: 7G}, ", ""));

      assertThat(cluster.plan().isBlocked()).isFalse();
      assertThat(said(withRestarts(cluster), "TF-VM-PROTECTED"))
          .contains("scsi2 of VM 3001")
          .doesNotContain("VM 2001");
      cluster.nodes(DataVmTest.TWO);
      assertThat(cluster.provision(true).complete()).isTrue();
    }
  }

  @Test
  void aLockedVmIsNeitherDestroyedNorRebuilt() {
    try (SimulatedCluster cluster = deployed(DataVmTest.TWO)) {
      cluster.edit(3001, vm -> vm.config().put("lock", "backup"));

      for (Plan plan : List.of(destruction(cluster, false), cluster.planRebuild("worker-1"))) {
        assertThat(plan.isBlocked()).isTrue();
        assertThat(said(plan, "TF-GOING-VM-LOCKED"))
            .contains("VM 3001 'worker-1' on pve2 is locked (backup)");
      }
      assertThat(destruction(cluster, false, "cp-1").isBlocked()).isFalse();
      cluster.edit(3001, vm -> vm.config().put("lock", "suspended"));
      assertThat(destruction(cluster, true).isBlocked()).isFalse();
      assertThat(said(destruction(cluster, false), "TF-GOING-VM-LOCKED")).contains("suspended");
    }
  }

  @Test
  void aBackupThatBeganSinceIsSeenBeforeTheNodeLeavesTheCluster() {
    try (SimulatedCluster cluster = deployed(DataVmTest.TWO);
        ClusterSession session = cluster.session()) {
      Plan plan = session.planDestruction(NodeSelection.all(), false);
      assertThat(session.withLocks(plan).isBlocked()).isFalse();

      cluster.edit(3001, vm -> vm.config().put("lock", "backup"));

      assertThat(session.withLocks(plan).isBlocked()).isTrue();
      assertThat(said(session.withLocks(plan), "TF-GOING-VM-LOCKED")).contains("VM 3001");
    }
  }
}
