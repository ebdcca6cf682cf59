package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.property.DiskSize;
import io.github.talosforge.simulator.world.Volume;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Data is neither destroyed nor attached nor advised away while anybody could still need it. */
class DataCareTest {
  private static final String DB = "local-zfs:vm-30010-volume-db";

  private static SimulatedCluster deployed(String storage) {
    SimulatedCluster cluster =
        SimulatedCluster.start().storage(storage).cluster(DataVmTest.DATA).nodes(DataVmTest.TWO);
    assertThat(cluster.provision().complete()).isTrue();
    return cluster;
  }

  private static Plan destruction(SimulatedCluster cluster, boolean withData) {
    try (ClusterSession session = cluster.session()) {
      return session.planDestruction(NodeSelection.all(), false, withData);
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

  @Test
  void dataWhoseNodeCannotBeReadStays() {
    try (SimulatedCluster cluster = deployed("ceph")) {
      cluster.simulator.interventions().move(30010, "pve1");
      cluster.simulator.interventions().host("pve2", false);

      Plan plan = destruction(cluster, true);

      assertThat(destroyed(plan)).doesNotContain(3001, 20010, 30010).contains(2001);
      assertThat(said(plan, "TF-HOST-DOWN"))
          .contains("'worker-1-data' on pve1 stays with its data");
    }
  }

  @Test
  void aStrangerOnAnotherHostCannotUseLocalDisks() {
    try (SimulatedCluster cluster = deployed("local-zfs")) {
      cluster.stranger(500, "pve3", Map.of("name", "mail"));
      cluster.simulator.interventions().host("pve3", false);

      assertThat(destroyed(destruction(cluster, true))).contains(20010, 30010);
    }
  }

  @Test
  void aDetachThatWaitsIsStillAUse() {
    try (SimulatedCluster cluster = deployed("local-zfs")) {
      cluster.stranger(500, "pve2", Map.of("name", "rescue", "scsi3", DB + ",size=7G"));
      cluster.edit(500, vm -> vm.pendingDeletes().put("scsi3", false));

      assertThat(said(destruction(cluster, true), "TF-DATA-IN-USE")).contains("'rescue'");
    }
  }

  @Test
  void dataThatAnotherVmUsesIsNotAttachedAgain() {
    try (SimulatedCluster cluster = deployed("local-zfs")) {
      assertThat(cluster.destroy().complete()).isTrue();
      cluster.stranger(500, "pve2", Map.of("name", "rescue", "scsi3", DB + ",size=7G"));
      cluster.stranger(501, "pve3", Map.of("name", "elsewhere", "scsi3", DB + ",size=7G"));

      Plan plan = cluster.plan();

      assertThat(plan.isBlocked()).isTrue();
      assertThat(said(plan, "TF-DATA-IN-USE"))
          .contains(DB + ", which node worker-1 is to have, is attached to VM 500 'rescue'")
          .contains("qm set 500 --delete scsi3")
          .doesNotContain("elsewhere");
    }
  }

  @Test
  void aCopyWithTheNameOfADataDiskBlocksThePlan() {
    try (SimulatedCluster cluster = deployed("local-zfs")) {
      cluster.edit(
          3001,
          vm ->
              vm.config()
                  .compute("scsi2", (key, text) -> text.replace(DB, "local-lvm:vm-3001-disk-3")));

      Plan plan = cluster.plan();

      assertThat(plan.isBlocked()).isTrue();
      assertThat(said(plan, "TF-DATA-DISK-IS-COPY"))
          .contains("scsi2", "local-lvm:vm-3001-disk-3", DB, "qm set 3001 --delete scsi2");
    }
  }

  @Test
  void dataThatOnlyTheTpmOfTheVmCanOpenIsNotKeptInVain() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start()
            .cluster(DataVmTest.DATA + "disk_encryption: {ephemeral: tpm}\n")
            .nodes(DataVmTest.TWO.replace("}", ", tpm: true}"))) {
      assertThat(cluster.provision().complete()).isTrue();

      assertThat(said(destruction(cluster, false), "TF-REBUILD-LOSES-KEY"))
          .contains("removeNode --with-data --node=worker-1");
      assertThat(destruction(cluster, true).isBlocked()).isFalse();
    }
  }

  @Test
  void whatMerelyHasTheNumberOfADataVmStays() {
    try (SimulatedCluster cluster = deployed("local-zfs")) {
      List<String> strange = List.of("local-lvm:vm-30010-ephemeral", "local-zfs:vm-30010-disk-0");
      try (ProxmoxClient root = cluster.root()) {
        strange.forEach(
            volume -> {
              String[] parts = volume.split(":", 2);
              String unused =
                  root.storage("pve2", parts[0]).allocate(30010, parts[1], DiskSize.parse("1G"));
            });
      }
      // An interrupted run made this one and did not write it down.
      cluster.edit(30010, vm -> vm.config().values().removeIf(DB::equals));
      cluster.edit(3001, vm -> vm.config().values().removeIf(text -> text.startsWith(DB)));

      Plan plan = destruction(cluster, true);
      assertThat(said(plan, "TF-VOLUME-UNCLAIMED")).contains(strange);
      try (ClusterSession session = cluster.session()) {
        assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete())
            .isTrue();
      }

      assertThat(cluster.simulator.inspect().volumes())
          .extracting(Volume::volid)
          .filteredOn(volume -> volume.contains("30010"))
          .containsExactlyInAnyOrderElementsOf(strange);
    }
  }

  @Test
  void nobodyIsToldToRemoveADataVm() {
    try (SimulatedCluster cluster = deployed("local-zfs")) {
      String smbios = cluster.simulator.inspect().vm(30010).orElseThrow().config().get("smbios1");
      cluster.edit(
          30010, vm -> vm.config().put("smbios1", "uuid=00000000-0000-4000-8000-000000000001"));

      Plan plan = cluster.plan();

      assertThat(plan.isBlocked()).isTrue();
      assertThat(said(plan, "TF-DATA-VM-UUID-CHANGED"))
          .contains("Do not remove it", "qm set 30010 --smbios1 " + smbios);
      assertThat(plan.findings().render())
          .doesNotContain("TF-DATA-VM-MISSING", "remove that VM", "TF-VM-NAME-FOREIGN");
    }
  }

  @Test
  void aDataVmThatIsGoneWhileItsDisksAreUsedIsBroughtBackNotGivenUp() {
    try (SimulatedCluster cluster = deployed("local-zfs")) {
      cluster.simulator.world().locked(() -> cluster.simulator.world().vms().remove(30010));

      assertThat(said(cluster.plan(), "TF-DATA-VM-MISSING"))
          .contains("but the node uses local-zfs:vm-30010-", "Remove nothing.")
          .doesNotContain("data_vm: false");
    }
  }

  @Test
  void aVolumeIsDeletedOnlyAfterItWasDetached() {
    try (SimulatedCluster cluster = deployed("local-zfs")) {
      cluster.cluster(DataVmTest.DATA.replace("db: {type: disk, size: 7G}, ", ""));

      assertThat(said(cluster.plan(), "TF-VOLUME-UNUSED"))
          .contains("'worker-1' on pve2 still has it attached", "provisionNodes --allow-reboot")
          .doesNotContain("--delete");
      assertThat(cluster.provision(true).complete()).isTrue();
      assertThat(said(cluster.plan(), "TF-VOLUME-UNUSED"))
          .contains("destroyVolume --node=worker-1 --volume=db")
          .doesNotContain("qm set");
      cluster.edit(30010, vm -> vm.config().put("unused7", "local-zfs:vm-30010-disk-0"));
      assertThat(said(cluster.plan(), "TF-VOLUME-UNUSED"))
          .contains("grep -l vm-30010-disk-0 /etc/pve/nodes/*/qemu-server/*.conf")
          .contains("qm set 30010 --protection 0")
          .contains("qm set 30010 --delete unused7")
          .contains("qm set 30010 --protection 1");
    }
  }

  @Test
  void aNewDataVmDoesNotTakeWhatItFinds() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO)) {
      try (ProxmoxClient root = cluster.root()) {
        assertThat(
                root.storage("pve2", "local-zfs")
                    .allocate(30010, "vm-30010-volume-db", DiskSize.parse("7G")))
            .isEqualTo(DB);
      }

      Plan plan = cluster.plan();

      assertThat(plan.isBlocked()).isTrue();
      assertThat(said(plan, "TF-DATA-VM-ID-HAS-VOLUMES"))
          .contains("The id 30010", DB, "pvesm free " + DB);
    }
  }

  @Test
  void everythingThatGoesIsListedBefore() {
    try (SimulatedCluster cluster = deployed("local-zfs")) {
      cluster.edit(3001, vm -> vm.config().put("unused0", "local-zfs:vm-3001-disk-9"));

      Plan plan = destruction(cluster, true);

      assertThat(plan.changes(DestroyVm.class))
          .filteredOn(vm -> vm.vm().vmId().value() == 30010)
          .singleElement()
          .satisfies(vm -> assertThat(vm.volumes()).contains(DB));
      assertThat(plan.changes(DestroyVm.class))
          .filteredOn(vm -> vm.vm().vmId().value() == 3001)
          .singleElement()
          .satisfies(vm -> assertThat(vm.volumes()).contains("local-zfs:vm-3001-disk-9"));
    }
  }
}
