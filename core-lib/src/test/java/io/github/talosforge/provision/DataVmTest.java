package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Vm;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A second VM that never runs keeps the disks that outlive a node's VM. */
class DataVmTest {
  static final String DATA =
      """
      allow_scheduling_on_control_planes: true
      data_vm: true
      ephemeral_size: 10G
      volumes: {db: {type: disk, size: 7G}, logs: {type: disk, size: 3G}}
      """;

  static final String ONE =
      "nodes:\n  - {name: cp-1, controller: true, vm_id: 2001, proxmox_node: pve1}\n";

  static final String TWO = ONE + "  - {name: worker-1, vm_id: 3001, proxmox_node: pve2}\n";

  private static SimulatedCluster one() {
    return SimulatedCluster.start().cluster(DATA).nodes(ONE);
  }

  private static VmState vm(SimulatedCluster cluster, int id) {
    return cluster.simulator.inspect().vm(id).orElseThrow();
  }

  private static Map<String, String> config(SimulatedCluster cluster, int id) {
    return new TreeMap<>(vm(cluster, id).config());
  }

  private static List<String> codes(Plan plan) {
    return plan.findings().findings().stream().map(Finding::code).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"local-zfs", "local-lvm", "ceph", "nfs"})
  void dataDisksAreKeptByAVmThatNeverRunsAndTheSecondRunWritesNothing(String storage) {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().storage(storage).cluster(DATA).nodes(TWO)) {
      ApplyResult first = cluster.provision();

      assertThat(first.complete()).as(first.outcomes().toString()).isTrue();
      boolean files = storage.equals("nfs");
      Map<String, String> kept = config(cluster, 20010);
      String folder = storage + ":" + (files ? "20010/" : "") + "vm-20010-";
      String suffix = files ? ".raw" : "";
      assertThat(kept)
          .containsEntry("name", "cp-1-data")
          .containsEntry("protection", "1")
          .containsEntry("onboot", "0")
          .containsEntry("unused0", folder + "ephemeral" + suffix)
          .containsEntry("unused1", folder + "volume-db" + suffix)
          .containsEntry("unused2", folder + "volume-logs" + suffix)
          .doesNotContainKeys("scsi0", "scsi1", "net0");
      assertThat(vm(cluster, 20010).running()).isFalse();
      Map<String, String> node = config(cluster, 2001);
      assertThat(node.get("scsi1"))
          .startsWith(folder + "ephemeral")
          .contains("wwn=0x5", "size=10G");
      assertThat(node.get("scsi2")).startsWith(folder + "volume-db").contains("wwn=0x5", "size=7G");
      assertThat(vm(cluster, 2001).running()).isTrue();
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();

      long mark = cluster.simulator.journal().count();
      Plan second = cluster.plan();

      assertThat(second.changes()).isEmpty();
      assertThat(second.findings().hasErrors()).isFalse();
      List<RecordedCall> calls = cluster.simulator.journal().since(mark);
      assertThat(calls).noneMatch(RecordedCall::isWrite).hasSizeLessThanOrEqualTo(3 + 3 + 4);
    }
  }

  @Test
  void thePlanNamesTheDataVmAndWhatItKeeps() {
    try (SimulatedCluster cluster = one()) {
      Plan plan = cluster.plan();

      assertThat(PlanText.render(plan, false))
          .contains("+ cp-1-data  data of cp-1, VM 20010 on pve1")
          .contains("keeps data disks, is protected and never started")
          .contains("volume-db 7G on local-zfs")
          .contains("2 to create, 0 to change");
      assertThat(PlanJson.render(plan))
          .contains("\"part\" : \"data\"", "\"local-zfs:vm-20010-ephemeral\"");
    }
  }

  @Test
  void whatBelongsToADataVmIsPutRight() {
    try (SimulatedCluster cluster = one()) {
      cluster.provision();
      cluster.edit(20010, vm -> vm.config().put("protection", "0"));

      assertThat(cluster.provision().complete()).isTrue();

      assertThat(config(cluster, 20010)).containsEntry("protection", "1");
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void aStrangerWithTheNameOrTheIdOfADataVmIsNeverTouched() {
    for (Map<String, String> stranger :
        List.of(Map.of("name", "cp-1-data"), Map.of("name", "mail"))) {
      try (SimulatedCluster cluster = one()) {
        cluster.stranger(20010, "pve1", stranger);
        long mark = cluster.simulator.journal().count();

        Plan plan = cluster.plan();

        assertThat(plan.isBlocked()).isTrue();
        assertThat(cluster.simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
      }
    }
  }

  @Test
  void aDataVmWithoutItsMarksBlocksThePlan() {
    for (Consumer<Vm> damage :
        List.<Consumer<Vm>>of(
            vm -> vm.config().put("tags", "mine"),
            vm -> vm.config().put("name", "other"),
            vm -> vm.config().put("smbios1", "uuid=00000000-0000-4000-8000-000000000001"))) {
      try (SimulatedCluster cluster = one()) {
        cluster.provision();
        cluster.edit(20010, damage);

        assertThat(cluster.plan().isBlocked()).isTrue();
      }
    }
  }

  @Test
  void theDataOfALiveNodeIsNeverMoved() {
    try (SimulatedCluster cluster = one()) {
      cluster.provision();
      assertThat(codes(cluster.cluster("allow_scheduling_on_control_planes: true\n").plan()))
          .contains("TF-DATA-VM-NOT-IN-FILES");
    }
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster("allow_scheduling_on_control_planes: true\n").nodes(ONE)) {
      cluster.provision();
      assertThat(codes(cluster.cluster(DATA).plan())).contains("TF-DATA-VM-MISSING");
    }
  }

  @Test
  void aNodeWhoseVmIsGoneGetsItsDataBack() {
    try (SimulatedCluster cluster = one()) {
      cluster.provision();
      Map<String, Map<String, String>> before = cluster.nodes();
      assertThat(cluster.destroy().complete()).isTrue();
      assertThat(cluster.nodes()).containsOnlyKeys("20010 cp-1-data");

      // Whatever the files would choose now: the data is on pve1, and so is the node.
      cluster.nodes("nodes:\n  - {name: cp-1, controller: true}\n");
      assertThat(cluster.provision().complete()).isTrue();

      assertThat(cluster.nodes()).isEqualTo(before);
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void dataOnAnotherHostThanItsNodeBlocksThePlanUnlessTheStorageIsShared() {
    for (String storage : List.of("local-zfs", "ceph")) {
      try (SimulatedCluster cluster = one().storage(storage)) {
        cluster.provision();
        cluster.simulator.interventions().move(20010, "pve3");

        Plan plan = cluster.plan();

        assertThat(codes(plan).contains("TF-DATA-VM-ELSEWHERE"))
            .isEqualTo(storage.equals("local-zfs"));
        assertThat(plan.changes()).isEmpty();
      }
    }
  }

  @Test
  void aNodeWhoseDataIsOnAHostThatIsDownWaitsForIt() {
    try (SimulatedCluster cluster = one().nodes(ONE.replace("pve1", "pve2"))) {
      cluster.provision();
      assertThat(cluster.destroy().complete()).isTrue();
      cluster.simulator.interventions().host("pve2", false);

      Plan plan = cluster.nodes("nodes:\n  - {name: cp-1, controller: true}\n").plan();

      assertThat(plan.changes()).isEmpty();
      assertThat(plan.left()).hasSize(1);
    }
  }

  @Test
  void highAvailabilityOnLocalStorageIsRefusedBefore() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().storage("local-zfs").cluster(DATA + "ha: true\n").nodes(ONE)) {
      assertThat(codes(cluster.plan())).contains("TF-DATA-VM-ON-LOCAL-STORAGE");
    }
  }
}
