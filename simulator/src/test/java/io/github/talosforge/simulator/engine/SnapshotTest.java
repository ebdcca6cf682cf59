package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Snapshots are sections of a VM's file that hold its drives. */
class SnapshotTest {
  private static final String VM = "/nodes/pve1/qemu/100";
  private static final String DISK = "ceph:vm-100-disk-1";

  private final TestCloud cloud = TestCloud.instant();

  @BeforeEach
  void create() {
    cloud.create(100, "ceph", "scsi1", "ceph:4");
  }

  private void take(String name) {
    assertThat(cloud.run(VM + "/snapshot", "snapname", name)).isEqualTo("OK");
  }

  private String delete(String name) {
    return cloud.exit((String) cloud.call("DELETE", VM + "/snapshot/" + name));
  }

  private List<Object> names() {
    return cloud.list(VM + "/snapshot").stream().map(entry -> entry.get("name")).toList();
  }

  private Object parentOf(String name) {
    return cloud.list(VM + "/snapshot").stream()
        .filter(entry -> entry.get("name").equals(name))
        .map(entry -> String.valueOf(entry.get("parent")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theListEndsWithThePresentState() {
    assertThat(names()).containsExactly("current");
    take("a");
    take("b");

    assertThat(names()).containsExactly("a", "b", "current");
    assertThat(parentOf("b")).isEqualTo("a");
    assertThat(parentOf("current")).isEqualTo("b");
    assertThat(cloud.config(100)).containsEntry("parent", "b");
    assertThat(cloud.refused("POST", VM + "/snapshot", "snapname", "current").reason())
        .isEqualTo("unable to use snapshot name 'current' (reserved name)");
    assertThat(cloud.run(VM + "/snapshot", "snapname", "a"))
        .isEqualTo("snapshot name 'a' already used");
  }

  @Test
  void rollingBackBringsTheOldKeysAndKeepsTheOtherSnapshot() {
    take("a");
    cloud.call("PUT", VM + "/config", "cores", "4");
    take("b");

    assertThat(cloud.run(VM + "/snapshot/a/rollback")).isEqualTo("OK");

    assertThat(cloud.config(100)).containsEntry("parent", "a").doesNotContainEntry("cores", "4");
    assertThat(names()).containsExactly("a", "b", "current");
    assertThat(delete("a")).isEqualTo("OK");
    assertThat(cloud.config(100)).doesNotContainKey("parent");
    assertThat(parentOf("b")).isEqualTo("null");
    assertThat(delete("a")).isEqualTo("snapshot 'a' does not exist");
  }

  @Test
  void zfsGoesBackToTheLastOneOnly() {
    cloud.create(101, "local-zfs");
    String vm = "/nodes/pve1/qemu/101";
    cloud.run(vm + "/snapshot", "snapname", "a");
    cloud.run(vm + "/snapshot", "snapname", "b");

    assertThat(cloud.run(vm + "/snapshot/a/rollback"))
        .isEqualTo("can't rollback, 'a' is not most recent snapshot on 'local-zfs:vm-101-disk-0'");
    assertThat(cloud.run(vm + "/snapshot/b/rollback")).isEqualTo("OK");
  }

  @Test
  void aVolumeOfASnapshotIsNeitherUnusedNorFreed() {
    take("a");
    Map<String, Object> held = cloud.get(VM + "/config", "snapshot", "a");
    assertThat(held.get("scsi1").toString()).startsWith(DISK);

    cloud.call("PUT", VM + "/config", "delete", "scsi1");
    assertThat(cloud.config(100)).doesNotContainKeys("scsi1", "unused0");
    assertThat(cloud.volumes()).contains(DISK);

    assertThat(delete("a")).isEqualTo("OK");
    assertThat(cloud.config(100)).containsEntry("unused1", DISK);
    cloud.call("PUT", VM + "/config", "delete", "unused1");
    assertThat(cloud.volumes()).doesNotContain(DISK);
  }

  @Test
  void destroyingTakesWhatOnlyASnapshotNames() {
    take("a");
    cloud.call("PUT", VM + "/config", "delete", "scsi1");

    cloud.exit((String) cloud.call("DELETE", VM));

    assertThat(cloud.volumes()).isEmpty();
  }

  @Test
  void takingOneNeedsItsPrivilege() {
    TestCloud reader = cloud.as(TestCloud.granted("/vms/100 VM.Audit"));

    assertThat(reader.list(VM + "/snapshot")).hasSize(1);
    assertThat(reader.refused("POST", VM + "/snapshot", "snapname", "a").reason())
        .contains("VM.Snapshot");
  }

  @Test
  void aVmWithSnapshotsBecomesNoTemplate() {
    take("a");

    assertThat(cloud.refused("POST", VM + "/template").reason())
        .isEqualTo("unable to create template, because VM contains snapshots");
  }
}
