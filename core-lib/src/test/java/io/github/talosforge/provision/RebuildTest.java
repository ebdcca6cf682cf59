package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Volume;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A node's VM is made anew, or the cluster destroyed, and what data VMs keep is still there. */
class RebuildTest {
  private static final TalosOptions OPTIONS = TalosOptions.defaults();

  private static SimulatedCluster deployed() {
    SimulatedCluster cluster =
        SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO);
    assertThat(cluster.provision().complete()).isTrue();
    write(cluster, "local-zfs:vm-30010-volume-db", "precious");
    return cluster;
  }

  /** Puts something on a volume. */
  private static void write(SimulatedCluster cluster, String volid, String text) {
    cluster
        .simulator
        .world()
        .locked(
            () -> {
              Volume volume = volume(cluster, volid);
              cluster
                  .simulator
                  .world()
                  .volumes()
                  .put(volume.holding(volume.identity(), Map.of("DATA", text)));
              return volume;
            });
  }

  private static Volume volume(SimulatedCluster cluster, String volid) {
    return cluster.simulator.inspect().volumes().stream()
        .filter(volume -> volume.volid().equals(volid))
        .findFirst()
        .orElseThrow();
  }

  private static void precious(SimulatedCluster cluster) {
    assertThat(volume(cluster, "local-zfs:vm-30010-volume-db").partitions())
        .containsEntry("DATA", "precious");
  }

  private static List<String> codes(Plan plan) {
    return plan.findings().findings().stream().map(Finding::code).toList();
  }

  private static ApplyResult rebuild(SimulatedCluster cluster) {
    Plan plan = cluster.planRebuild("worker-1");
    assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
    return cluster.apply(plan);
  }

  @Test
  void theVmIsMadeAnewAndTheDataIsStillThere() {
    try (SimulatedCluster cluster = deployed()) {
      Map<String, Map<String, String>> before = cluster.nodes();
      cluster.edit(3001, vm -> vm.config().put("cores", "1"));
      long mark = cluster.simulator.journal().count();

      ApplyResult result = rebuild(cluster);

      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      assertThat(cluster.simulator.journal().since(mark))
          .filteredOn(RecordedCall::isWrite)
          .extracting(call -> call.method() + " " + call.template())
          .containsSubsequence(
              "DELETE /nodes/{node}/qemu/{vmid}", "POST /nodes/{node}/qemu/{vmid}/clone");
      assertThat(cluster.nodes()).isEqualTo(before);
      precious(cluster);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  static Stream<Arguments> writes() {
    return EveryCase.of(everyWrite());
  }

  private static Stream<Arguments> everyWrite() {
    try (SimulatedCluster cluster = deployed()) {
      long mark = cluster.simulator.journal().count();
      assertThat(rebuild(cluster).complete()).isTrue();
      long writes =
          cluster.simulator.journal().since(mark).stream().filter(call -> call.isWrite()).count();
      return IntStream.rangeClosed(1, (int) writes)
          .boxed()
          .flatMap(write -> Stream.of(Arguments.of(write, true), Arguments.of(write, false)));
    }
  }

  @Tag("exhaustive")
  @ParameterizedTest(name = "write {0}, takes effect: {1}")
  @MethodSource("writes")
  void aRebuildThatDiesAfterAnyWriteIsFinishedAndLosesNothing(int write, boolean effect) {
    try (SimulatedCluster cluster = deployed()) {
      Map<String, Map<String, String>> before = cluster.nodes();
      DyingRun.at(cluster.simulator, write, effect);
      rebuild(cluster);
      cluster.simulator.faults().clear();

      ApplyResult next = write % 2 == 0 ? cluster.provision() : rebuild(cluster);

      assertThat(next.complete()).as(next.outcomes().toString()).isTrue();
      assertThat(cluster.nodes()).isEqualTo(before);
      precious(cluster);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void whatWouldBeLostForbidsIt() {
    try (SimulatedCluster cluster = deployed()) {
      assertThat(codes(cluster.planRebuild())).contains("TF-REBUILD-ONE-BY-ONE");
      cluster.edit(3001, vm -> vm.config().put("parent", "before-upgrade"));
      assertThat(codes(cluster.planRebuild("worker-1"))).contains("TF-SNAPSHOT-OUTLIVES-VM");
      assertThat(codes(cluster.plan())).contains("TF-SNAPSHOT-HOLDS-DATA");
      cluster.edit(3001, vm -> vm.config().remove("parent"));
      cluster.edit(3001, vm -> vm.config().put("scsi9", "local-zfs:vm-3001-disk-7,size=1G"));
      assertThat(codes(cluster.planRebuild("worker-1"))).contains("TF-REBUILD-LOSES-DISK");
      cluster.edit(3001, vm -> vm.config().remove("scsi9"));
      cluster.edit(3001, vm -> vm.config().put("protection", "1"));
      assertThat(codes(cluster.planRebuild("worker-1"))).contains("TF-VM-PROTECTED");
    }
    try (SimulatedCluster cluster =
        SimulatedCluster.start()
            .cluster("allow_scheduling_on_control_planes: true\n")
            .nodes(DataVmTest.TWO)) {
      assertThat(cluster.provision().complete()).isTrue();
      assertThat(codes(cluster.planRebuild("worker-1"))).contains("TF-REBUILD-WITHOUT-DATA-VM");
    }
  }

  @Test
  void aVolumeThatTheDataVmDoesNotKeepIsNotLostUnawares() {
    String partition = DataVmTest.DATA.replace("logs: {type: disk, size: 3G}", "logs: {size: 3G}");
    try (SimulatedCluster cluster =
            SimulatedCluster.start().cluster(partition).nodes(DataVmTest.TWO);
        ClusterSession session = cluster.session()) {
      assertThat(cluster.provision().complete()).isTrue();

      Plan rebuild = cluster.planRebuild("worker-1");
      Plan destruction = session.planDestruction(NodeSelection.all(), false);

      for (Plan plan : List.of(rebuild, destruction)) {
        assertThat(codes(plan)).contains("TF-REBUILD-LOSES-DISK");
        assertThat(plan.isBlocked()).isTrue();
        assertThat(plan.findings().render())
            .contains("Volume logs of node worker-1 is a partition of the system disk");
      }
      assertThat(codes(session.planDestruction(NodeSelection.all(), false, true)))
          .doesNotContain("TF-REBUILD-LOSES-DISK");
    }
  }

  @Test
  void aRebuiltControlPlaneIsTheSameMemberOfTheSameEtcd() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1)) {
      world.cluster.cluster(DataVmTest.DATA);
      world.provisioned();
      BootstrapResult first = world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
      assertThat(first.health().healthy()).isTrue();
      String node = world.cluster.spec().nodes().get(0).name().value();
      int data = world.vm(node + "-data");
      String etcd =
          volume(world.cluster, "local-zfs:vm-" + data + "-ephemeral")
              .partitions()
              .get("EPHEMERAL");
      assertThat(etcd).startsWith("etcd ");

      assertThat(world.cluster.apply(world.cluster.planRebuild(node)).complete()).isTrue();
      BootstrapResult again = world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));

      assertThat(again.health().healthy()).isTrue();
      assertThat(world.simulator.talos().clusters()).hasSize(1);
      assertThat(
              volume(world.cluster, "local-zfs:vm-" + data + "-ephemeral")
                  .partitions()
                  .get("EPHEMERAL"))
          .isEqualTo(etcd);
    }
  }

  @Test
  void aControlPlaneGoesOnlyWhileTheOtherMembersOfEtcdAreWell() {
    try (TalosWorld world = new TalosWorld("1.12.4", 3, 0)) {
      world.cluster.cluster(DataVmTest.DATA);
      world.provisioned();
      assertThat(world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT)).health().healthy())
          .isTrue();
      List<String> nodes =
          world.cluster.spec().nodes().stream().map(node -> node.name().value()).toList();
      NodeVm vm = world.cluster.planRebuild(nodes.get(0)).changes(ReleaseDisks.class).get(0).vm();
      TalosOptions hasty = HurriedSessions.IMPATIENT;

      world.talos(
          talos -> {
            talos.restartCare(OPTIONS, TalosLog.SILENT).letGo(vm, () -> false);
            return vm;
          });
      VmState other = world.simulator.inspect().vm(world.vm(nodes.get(1))).orElseThrow();
      try (ProxmoxClient root = world.cluster.root()) {
        root.vm(other.host(), other.id()).stop(() -> {}).await(Duration.ofMinutes(10));
      }

      assertThatThrownBy(
              () ->
                  world.talos(
                      talos -> {
                        talos.restartCare(hasty, TalosLog.SILENT).letGo(vm, () -> false);
                        return vm;
                      }))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining(nodes.get(0) + " is not stopped, because etcd is not well");
    }
  }

  @Test
  void dataIsDestroyedOnlyByAWordOfItsOwn() {
    try (SimulatedCluster cluster = deployed()) {
      assertThat(cluster.destroy().complete()).isTrue();
      assertThat(cluster.nodes()).containsOnlyKeys("20010 cp-1-data", "30010 worker-1-data");
      precious(cluster);

      ApplyResult end = cluster.destroyWithData();

      assertThat(end.complete()).as(end.outcomes().toString()).isTrue();
      assertThat(cluster.nodes()).isEmpty();
      assertThat(InterruptedDataVmTest.dataVolumes(cluster)).isEmpty();
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
    }
  }

  @Test
  void nodesAndDataGoTogetherAndNodesGoFirst() {
    try (SimulatedCluster cluster = deployed()) {
      // Were they not waited for, the data VMs would be gone long before.
      CallPattern stops = CallPattern.of("POST", "/nodes/{node}/qemu/{vmid}/status/stop");
      cluster.simulator.faults().add(FaultRule.on(stops).latency(Duration.ofSeconds(1)));

      ApplyResult end = cluster.destroyWithData();

      assertThat(end.complete()).as(end.outcomes().toString()).isTrue();
      assertThat(cluster.simulator.journal().writes())
          .filteredOn(call -> call.method().equals("DELETE"))
          .extracting(RecordedCall::path)
          .containsSubsequence("/nodes/pve1/qemu/2001", "/nodes/pve1/qemu/20010")
          .containsSubsequence("/nodes/pve2/qemu/3001", "/nodes/pve2/qemu/30010");
      assertThat(cluster.nodes()).isEmpty();
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
    }
  }

  @Test
  void dataThatAStrangerUsesIsNotDestroyed() {
    try (SimulatedCluster cluster = deployed()) {
      cluster.stranger(
          500, "pve2", Map.of("name", "rescue", "scsi3", "local-zfs:vm-30010-volume-db,size=7G"));
      try (ClusterSession session = cluster.session()) {
        Plan plan = session.planDestruction(NodeSelection.all(), false, true);

        assertThat(codes(plan)).contains("TF-DATA-IN-USE");
        assertThat(plan.isBlocked()).isTrue();
      }
    }
  }
}
