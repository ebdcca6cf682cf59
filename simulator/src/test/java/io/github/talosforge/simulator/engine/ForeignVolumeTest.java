package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** VM 20000 owns a volume that VM 2000 uses as scsi1. */
class ForeignVolumeTest {
  private static final String MAIN = "/nodes/pve1/qemu/2000";
  private static final String DATA = "/nodes/pve1/qemu/20000";
  private static final String VOLUME = "local-zfs:vm-20000-data";

  private final TestCloud cloud = TestCloud.instant();

  @BeforeEach
  void attach() {
    cloud.create(2000, "local-zfs");
    cloud.run("/nodes/pve1/qemu", "vmid", "20000", "name", "data", "memory", "16");
    assertThat(
            cloud.post(
                "/nodes/pve1/storage/local-zfs/content",
                "filename",
                "vm-20000-data",
                "vmid",
                "20000",
                "size",
                "10G"))
        .isEqualTo(VOLUME);
    cloud.call("PUT", DATA + "/config", "unused0", VOLUME, "protection", "1");
    cloud.call("PUT", MAIN + "/config", "scsi1", VOLUME + ",backup=0,size=1G");
  }

  @Test
  void attachReadsTheRealSize() {
    assertThat(cloud.config(2000)).containsEntry("scsi1", VOLUME + ",backup=0,size=10G");
    assertThat(cloud.config(20000)).containsEntry("unused0", VOLUME);
  }

  @Test
  void detachOnTheUserLeavesNoUnusedEntry() {
    cloud.call("PUT", MAIN + "/config", "delete", "scsi1");

    assertThat(cloud.config(2000)).doesNotContainKeys("scsi1", "unused0");
    assertThat(cloud.volumes()).contains(VOLUME);
  }

  @Test
  void forcedDetachOnTheUserDoesNotFreeIt() {
    cloud.call("PUT", MAIN + "/config", "delete", "scsi1", "force", "1");

    assertThat(cloud.volumes()).contains(VOLUME);
  }

  @Test
  void ownerMayFreeItWhileTheOtherStillNamesIt() {
    cloud.call("PUT", DATA + "/config", "protection", "0");
    cloud.call("PUT", DATA + "/config", "delete", "unused0");

    assertThat(cloud.volumes()).doesNotContain(VOLUME);
    assertThat(cloud.run(MAIN + "/status/start"))
        .isEqualTo("volume '" + VOLUME + "' does not exist");
  }

  @Test
  void protectionKeepsTheUnusedDisk() {
    assertThat(cloud.refused("PUT", DATA + "/config", "delete", "unused0").reason())
        .isEqualTo("can't remove unused disk '" + VOLUME + "' - protection mode enabled");
    assertThat(cloud.refused("DELETE", DATA).reason())
        .isEqualTo("can't remove VM 20000 - protection mode enabled");
  }

  @Test
  void destroyingTheUserSparesItWithAnyFlags() {
    cloud.call("DELETE", MAIN, "purge", "1", "destroy-unreferenced-disks", "1");

    assertThat(cloud.volumes()).containsExactly(VOLUME);
  }

  @Test
  void destroyingTheOwnerWhileInUseOnlyWarnsAndLeavesAnOrphan() {
    cloud.call("PUT", DATA + "/config", "protection", "0");
    cloud.start(2000);
    String upid = (String) cloud.call("DELETE", DATA);

    assertThat(cloud.task(upid).exitStatus()).isEqualTo("WARNINGS: 1");
    assertThat(cloud.vm(20000)).isNull();
    assertThat(cloud.volumes()).contains(VOLUME);
  }

  @Test
  void growingOnTheUserLeavesTheOwnersConfigurationStale() {
    cloud.call("PUT", DATA + "/config", "scsi0", VOLUME);
    cloud.exit((String) cloud.call("PUT", MAIN + "/resize", "disk", "scsi1", "size", "+2G"));

    assertThat(cloud.config(2000).get("scsi1")).contains("size=12G");
    assertThat(cloud.config(20000).get("scsi0")).contains("size=10G");
    cloud.call("PUT", DATA + "/config", "scsi0", VOLUME);
    assertThat(cloud.config(20000).get("scsi0")).contains("size=12G");
  }

  @Test
  void moveWithDeleteFreesItWithoutAskingItsOwner() {
    cloud.run(MAIN + "/move_disk", "disk", "scsi1", "storage", "local-lvm", "delete", "1");

    assertThat(cloud.config(2000).get("scsi1")).startsWith("local-lvm:vm-2000-disk-0,");
    assertThat(cloud.volumes()).doesNotContain(VOLUME);
    assertThat(cloud.config(20000)).containsEntry("unused0", VOLUME);
  }

  @Test
  void moveWithoutDeleteListsItAsUnusedOfTheUser() {
    cloud.run(MAIN + "/move_disk", "disk", "scsi1", "storage", "local-lvm");

    assertThat(cloud.config(2000)).containsEntry("unused0", VOLUME);
    cloud.call("PUT", MAIN + "/config", "delete", "unused0");
    assertThat(cloud.volumes()).contains(VOLUME);
  }

  @Test
  void conversionOfTheUserRenamesItAndTheOwnerDangles() {
    cloud.run(MAIN + "/template");

    assertThat(cloud.volumes()).contains("local-zfs:base-20000-data").doesNotContain(VOLUME);
    assertThat(cloud.config(20000)).containsEntry("unused0", VOLUME);
  }

  @Test
  void migrationOfTheUserIsRefusedInTheTask() {
    String upid = cloud.post(MAIN + "/migrate", "target", "pve2");

    assertThat(cloud.task(upid).exitStatus())
        .isEqualTo("Problem found while scanning volumes - can't migrate VM - check log");
    assertThat(cloud.task(upid).log())
        .contains(
            "can't migrate local disk '" + VOLUME + "': owned by other VM (owner = VM 20000)");
  }

  @Test
  void attachingNeedsRightsOnTheOwnerOrTheWholeStorage() {
    TestCloud robot =
        cloud.as(
            TestCloud.granted("/vms/2000 VM.Config.Disk", "/storage/local-zfs Datastore.Audit"));
    assertThat(robot.refused("PUT", MAIN + "/config", "scsi2", VOLUME).reason())
        .isEqualTo("Permission check failed (/vms/20000, VM.Config.Disk)");
    TestCloud keeper =
        cloud.as(
            TestCloud.granted("/vms/2000 VM.Config.Disk", "/storage/local-zfs Datastore.Allocate"));
    keeper.call("PUT", MAIN + "/config", "scsi2", VOLUME);
    assertThat(cloud.config(2000)).containsKey("scsi2");
  }

  @Test
  void reassignRenamesItAndTheOtherVmDangles() {
    cloud.run(MAIN + "/move_disk", "disk", "scsi1", "target-vmid", "20000", "target-disk", "scsi0");

    assertThat(cloud.config(20000).get("scsi0"))
        .isEqualTo("local-zfs:vm-20000-disk-0,backup=0,size=10G");
    assertThat(cloud.config(20000)).containsEntry("unused0", VOLUME);
    assertThat(cloud.config(2000)).doesNotContainKey("scsi1");
  }

  @Test
  void theNameDecidesExactly() {
    cloud.run("/nodes/pve1/qemu", "vmid", "200");
    cloud.call("DELETE", "/nodes/pve1/qemu/200", "destroy-unreferenced-disks", "1");

    assertThat(cloud.volumes()).contains(VOLUME, "local-zfs:vm-2000-disk-0");
  }
}
