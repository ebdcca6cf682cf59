package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.plan.GrowDisk;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.WaitingVm;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Volumes of a data VM grow, come and go, and none of them ever moves another. */
class DataVolumesTest {
  private static final String HEAD =
      "allow_scheduling_on_control_planes: true\ndata_vm: true\nephemeral_size: ";

  private static String volumes(String ephemeral, String volumes) {
    return HEAD + ephemeral + "\nvolumes: {" + volumes + "}\n";
  }

  private static SimulatedCluster deployed() {
    SimulatedCluster cluster =
        SimulatedCluster.start()
            .cluster(volumes("10G", "db: {type: disk, size: 7G}, logs: {type: disk, size: 3G}"))
            .nodes(DataVmTest.ONE);
    assertThat(cluster.provision().complete()).isTrue();
    return cluster;
  }

  private static Map<String, String> config(SimulatedCluster cluster, int id) {
    return new TreeMap<>(cluster.simulator.inspect().vm(id).orElseThrow().config());
  }

  private static void done(ApplyResult result) {
    assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
  }

  @Test
  void aLargerSizeGrowsTheDiskOnTheNode() {
    try (SimulatedCluster cluster = deployed()) {
      cluster.cluster(volumes("12G", "db: {type: disk, size: 9G}, logs: {type: disk, size: 3G}"));

      Plan plan = cluster.plan();
      assertThat(plan.changes()).hasSize(2).allMatch(GrowDisk.class::isInstance);
      done(cluster.apply(plan));

      assertThat(config(cluster, 2001).get("scsi1")).contains("vm-20010-ephemeral", "size=12G");
      assertThat(config(cluster, 2001).get("scsi2")).contains("vm-20010-volume-db", "size=9G");
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void aSmallerSizeIsRefused() {
    try (SimulatedCluster cluster = deployed()) {
      cluster.cluster(volumes("10G", "db: {type: disk, size: 5G}, logs: {type: disk, size: 3G}"));

      assertThat(cluster.plan().isBlocked()).isTrue();
    }
  }

  @Test
  void aNewVolumeShiftsNoOther() {
    try (SimulatedCluster cluster = deployed()) {
      Map<String, String> before = config(cluster, 2001);
      cluster.cluster(
          volumes(
              "10G",
              "aaa: {type: disk, size: 1G}, db: {type: disk, size: 7G},"
                  + " logs: {type: disk, size: 3G}"));

      done(cluster.provision());

      Map<String, String> after = config(cluster, 2001);
      for (String key : new String[] {"scsi0", "scsi1", "scsi2", "scsi3"}) {
        assertThat(after.get(key)).isEqualTo(before.get(key));
      }
      assertThat(after.get("scsi4"))
          .startsWith("local-zfs:vm-20010-volume-aaa")
          .contains("wwn=0x5");
      assertThat(config(cluster, 20010)).containsEntry("unused3", "local-zfs:vm-20010-volume-aaa");
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void aNewVolumeOfANodeWithoutDataVmShiftsNoOther() {
    String head = "allow_scheduling_on_control_planes: true\n";
    try (SimulatedCluster cluster =
        SimulatedCluster.start()
            .cluster(head + "volumes: {db: {type: disk, size: 7G}}\n")
            .nodes(DataVmTest.ONE)) {
      done(cluster.provision());
      String before = config(cluster, 2001).get("scsi1");

      cluster.cluster(
          head + "volumes: {aaa: {type: disk, size: 1G}, db: {type: disk, size: 7G}}\n");
      done(cluster.provision());

      assertThat(config(cluster, 2001)).containsEntry("scsi1", before).containsKey("scsi2");
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void aVolumeThatIsNoLongerNamedIsTakenOffAStoppedNodeAndItsDataStays() {
    try (SimulatedCluster cluster = deployed()) {
      Map<String, String> kept = config(cluster, 20010);
      cluster.cluster(volumes("10G", "logs: {type: disk, size: 3G}"));

      Plan plan = cluster.plan();
      assertThat(plan.changes()).isEmpty();
      assertThat(plan.waiting()).hasSize(1);
      WaitingVm waits = plan.waiting().get(0);
      assertThat(waits.fields())
          .singleElement()
          .satisfies(f -> assertThat(f.key()).isEqualTo("scsi2"));
      done(cluster.provision());
      assertThat(config(cluster, 2001)).as("a running node keeps it").containsKey("scsi2");

      done(cluster.provision(true));

      assertThat(config(cluster, 2001)).doesNotContainKey("scsi2").containsKey("scsi3");
      assertThat(cluster.simulator.inspect().vm(2001).orElseThrow().running()).isTrue();
      assertThat(config(cluster, 20010)).isEqualTo(kept);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      Plan after = cluster.plan();
      assertThat(after.changes()).isEmpty();
      assertThat(after.waiting()).isEmpty();
      assertThat(after.findings().render()).contains("TF-VOLUME-UNUSED", "vm-20010-volume-db");
    }
  }

  @Test
  void aVolumeThatIsNamedAgainComesBackWithItsData() {
    try (SimulatedCluster cluster = deployed()) {
      cluster.cluster(volumes("10G", "logs: {type: disk, size: 3G}"));
      done(cluster.provision(true));
      long volumes = cluster.simulator.inspect().volumes().size();

      cluster.cluster(volumes("10G", "db: {type: disk, size: 7G}, logs: {type: disk, size: 3G}"));
      done(cluster.provision());

      assertThat(config(cluster, 2001).get("scsi2")).startsWith("local-zfs:vm-20010-volume-db");
      assertThat(cluster.simulator.inspect().volumes()).hasSize((int) volumes);
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }
}
