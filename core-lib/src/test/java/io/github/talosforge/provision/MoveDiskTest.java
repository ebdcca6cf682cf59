package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.MoveDisk;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.preflight.PreflightFinding;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Disks move to another storage under their running nodes, and nothing is lost or left on the way.
 */
class MoveDiskTest {
  private static final String MOVE = "POST /nodes/{node}/qemu/{vmid}/move_disk";
  private static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1, vm_id: 2001}
        - {name: worker-1, proxmox_node: pve2, vm_id: 3001, efi_storage: local-zfs,
           cloudinit_storage: local-zfs, disk_size: 12}
      """;
  private static final String MOVED =
      NODES.replace("disk_size: 12", "disk_size: 12, storage: ceph");

  private static SimulatedCluster deployed() {
    return deployed(SimulatedCluster.start());
  }

  private static SimulatedCluster deployed(SimulatedCluster cluster) {
    cluster.cluster("clone: linked\n").nodes(NODES);
    assertThat(cluster.provision().complete()).isTrue();
    return cluster.nodes(MOVED);
  }

  private static Vm.QemuProcess process(SimulatedCluster cluster) {
    return cluster
        .simulator
        .world()
        .locked(() -> Objects.requireNonNull(cluster.simulator.world().vms().get(3001)).process());
  }

  private static Map<String, String> config(SimulatedCluster cluster) {
    return cluster.simulator.inspect().vm(3001).orElseThrow().config();
  }

  private static List<String> volumes(SimulatedCluster cluster, String storage) {
    return cluster.simulator.inspect().volumes().stream()
        .filter(volume -> volume.owner() == 3001 && volume.storage().equals(storage))
        .map(Volume::volid)
        .sorted()
        .toList();
  }

  private static String onlyReason(ApplyResult result) {
    List<Outcome> failed = result.ended(Outcome.Ending.FAILED);
    assertThat(failed).as(result.outcomes().toString()).hasSize(1);
    return failed.get(0).reason().orElseThrow();
  }

  @Test
  void aLinkedCloneMovesUnderItsRunningNodeAndLeavesNothingBehind() {
    try (SimulatedCluster cluster = deployed()) {
      Vm.QemuProcess before = process(cluster);
      String options = config(cluster).get("scsi0").replaceFirst("^[^,]*", "");
      assertThat(config(cluster).get("scsi0")).startsWith("local-zfs:base-");
      long mark = cluster.simulator.journal().count();

      Plan plan = cluster.plan();
      assertThat(plan.changes()).hasSize(1).allMatch(MoveDisk.class::isInstance);
      assertThat(cluster.apply(plan).complete()).isTrue();

      assertThat(config(cluster).get("scsi0"))
          .startsWith("ceph:vm-3001-disk-")
          .endsWith(options)
          .contains("size=12G");
      assertThat(config(cluster).keySet()).noneMatch(key -> key.startsWith("unused"));
      assertThat(process(cluster)).isEqualTo(before);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      List<RecordedCall> writes =
          cluster.simulator.journal().since(mark).stream().filter(RecordedCall::isWrite).toList();
      assertThat(writes).hasSize(1);
      assertThat(writes.get(0).parameters())
          .containsEntry("delete", "1")
          .containsEntry("storage", "ceph")
          .containsKey("digest");
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  /** Its name is the same every time, so that one which was never written down is in the way. */
  @Test
  void aDriveForCloudInitThatWasMadeInVainIsTaken() {
    try (SimulatedCluster cluster = deployed()) {
      cluster.nodes(NODES.replace("cloudinit_storage: local-zfs", "cloudinit_storage: ceph"));
      new RawClient(cluster.simulator)
          .send(
              "POST",
              "/api2/json/nodes/pve2/storage/ceph/content",
              "application/x-www-form-urlencoded",
              "vmid=3001&filename=vm-3001-cloudinit&size=4M");

      assertThat(cluster.provision().complete()).isTrue();

      assertThat(config(cluster).get("ide2")).startsWith("ceph:vm-3001-cloudinit,media=cdrom");
      assertThat(volumes(cluster, "local-zfs")).noneMatch(volume -> volume.contains("cloudinit"));
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void aDiskThatASnapshotHoldsIsNotMoved() {
    try (SimulatedCluster cluster = deployed()) {
      new RawClient(cluster.simulator)
          .send(
              "POST",
              "/api2/json/nodes/pve2/qemu/3001/snapshot",
              "application/x-www-form-urlencoded",
              "snapname=before");

      Plan plan = cluster.plan();

      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.findings().withCode(PlanFinding.DISK_IN_SNAPSHOT.code()))
          .singleElement()
          .asString()
          .contains("scsi0", "(before)", "qm delsnapshot 3001");
    }
  }

  /** A copy is written in full, and a full pool hurts everybody who is on it. */
  @Test
  void aStorageWithoutRoomForTheWholeDiskIsRefused() {
    try (SimulatedCluster cluster = deployed()) {
      long free = (8L << 30);
      cluster
          .simulator
          .interventions()
          .occupy(
              "ceph",
              cluster
                      .simulator
                      .world()
                      .locked(() -> cluster.simulator.world().storages().get("ceph").capacity())
                  - free);
      cluster.simulator.interventions().tellNews();

      Plan plan = cluster.plan();

      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.findings().withCode(PreflightFinding.STORAGE_FULL.code()))
          .singleElement()
          .asString()
          .contains("'ceph' has 8 GiB free, but 12 GiB are needed at once");
    }
  }

  @Test
  void whoeverElseHasTheVolumeKeepsIt() {
    try (SimulatedCluster cluster = deployed()) {
      Plan plan = cluster.plan();
      String volume = plan.changes(MoveDisk.class).get(0).volume();
      cluster.stranger(777, "pve2", Map.of("name", "rescue", "scsi3", volume + ",size=12G"));
      long mark = cluster.simulator.journal().count();

      String reason = onlyReason(cluster.apply(plan));

      assertThat(reason).contains(volume + " was not moved", "VM 777", "as scsi3");
      assertThat(cluster.simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
    }
  }

  @Test
  void aDiskThatSomebodyExchangedOrChangedMeanwhileIsLeftAlone() {
    try (SimulatedCluster cluster = deployed()) {
      Plan plan = cluster.plan();
      String now = config(cluster).get("scsi0");
      cluster.edit(3001, vm -> vm.pending().put("scsi0", now + ",cache=none"));
      assertThat(onlyReason(cluster.apply(plan))).contains("scsi0", "a change that waits");

      cluster.edit(
          3001,
          vm -> {
            vm.pending().clear();
            vm.config().put("scsi0", now.replaceFirst("vm-3001-disk-\\d+", "vm-3001-disk-77"));
          });
      assertThat(onlyReason(cluster.apply(plan))).contains("is no longer local-zfs:");
      assertThat(cluster.simulator.journal().callsTo(MOVE)).isEmpty();
    }
  }

  /** QEMU goes on copying for a worker that was killed, and refuses another copy once. */
  @Test
  void theNextRunMovesWhatAKilledWorkerBeganAndNamesWhatThatLeft() {
    try (SimulatedCluster cluster = deployed(slow())) {
      String before = config(cluster).get("scsi0");
      cluster
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("POST", "/nodes/{node}/qemu/{vmid}/move_disk"))
                  .goesWrong(new Fault.WorkerKilled()));
      String reason = onlyReason(cluster.apply(cluster.plan()));
      cluster.simulator.faults().clear();
      assertThat(reason).isNotBlank();
      assertThat(config(cluster)).containsEntry("scsi0", before);
      List<String> left = volumes(cluster, "ceph");

      List<String> warnings = new ArrayList<>();
      assertThat(applied(cluster, warnings).complete()).isTrue();

      assertThat(config(cluster).get("scsi0")).startsWith("ceph:");
      assertThat(volumes(cluster, "local-zfs")).noneMatch(before::startsWith);
      assertThat(warnings).hasSameSizeAs(left);
      left.forEach(
          volume ->
              assertThat(warnings)
                  .anyMatch(
                      text ->
                          text.contains(volume)
                              && text.contains("qm disk rescan --vmid 3001")
                              && text.contains("removeLeftovers")));
    }
  }

  private static SimulatedCluster slow() {
    return new SimulatedCluster(Simulator.builder().hosts(3).timeScale(0.01).start());
  }

  private static ApplyResult applied(SimulatedCluster cluster, List<String> warnings) {
    ApplyLog log =
        new ApplyLog() {
          @Override
          public void warns(Change change, String warning) {
            warnings.add(warning);
          }
        };
    try (ClusterSession session = cluster.session()) {
      return session.apply(cluster.plan(), ApplyOptions.defaults(), log);
    }
  }

  /** The task goes on when a run is gone; the next one waits for it and copies nothing again. */
  @Test
  void theNextRunWaitsForTheCopyOfAnEarlierOne() {
    try (SimulatedCluster cluster = deployed(slow())) {
      Plan plan = cluster.plan();
      new RawClient(cluster.simulator)
          .send(
              "POST",
              "/api2/json/nodes/pve2/qemu/3001/move_disk",
              "application/x-www-form-urlencoded",
              "disk=scsi0&storage=ceph&delete=1");

      assertThat(cluster.apply(plan).complete()).isTrue();

      assertThat(cluster.simulator.journal().callsTo(MOVE)).hasSize(1);
      assertThat(volumes(cluster, "ceph")).hasSize(1);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
    }
  }

  @Test
  void theVolumeOfADataVmStaysWithAReason() {
    String volume = "volumes: {db: {type: disk, size: 3G}}\n";
    String head = "data_vm: true\nephemeral_size: 6G\n";
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster(head + volume).nodes(DataVmTest.ONE)) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.cluster(head + volume.replace("size: 3G", "size: 3G, storage: ceph"));

      Plan plan = cluster.plan();

      assertThat(plan.changes()).isEmpty();
      assertThat(plan.findings().withCode(PlanFinding.DISK_ON_OTHER_STORAGE.code()))
          .singleElement()
          .asString()
          .contains("vm-20010-volume-db", "the files say ceph", "another name");
    }
  }

  @Test
  void highAvailabilityComesWithTheMoveToSharedStorageAndForbidsTheWayBack() {
    try (SimulatedCluster cluster = deployed()) {
      String shared = "storage: ceph";
      cluster.nodes(NODES.replaceFirst("vm_id: 2001", "vm_id: 2001, " + shared + ", ha: true"));
      assertThat(cluster.plan().isBlocked()).as(cluster.plan().findings().render()).isFalse();
      assertThat(cluster.provision().complete()).isTrue();
      assertThat(cluster.plan().changes()).isEmpty();

      cluster.nodes(NODES.replaceFirst("vm_id: 2001", "vm_id: 2001, ha: true"));
      Plan back = cluster.plan();
      assertThat(back.isBlocked()).isTrue();
      assertThat(back.findings().render()).contains(PlanFinding.HA_LOCAL_DRIVES.code());
    }
  }
}
