package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A disk moves as it does on Proxmox VE: mirrored while the VM runs, and no kinder. */
class MoveDiskTest {
  private static final String VM = "/nodes/pve1/qemu/100";
  private static final String MOVE = VM + "/move_disk";
  private static final String[] TO_CEPH = {"disk", "scsi0", "storage", "ceph", "delete", "1"};

  private static void log(TestCloud cloud, String upid, String... lines) {
    assertThat(cloud.task(upid).log()).contains(lines);
  }

  @Test
  void aRunningVmChangesOverAndTheSourceGoes() {
    TestCloud cloud = TestCloud.timed();
    cloud.create(100, "local-lvm");
    cloud.start(100);

    String upid = cloud.post(MOVE, TO_CEPH);
    cloud.pass(Duration.ofSeconds(20));
    assertThat(cloud.task(upid).isRunning()).as("8 GiB take a while").isTrue();
    assertThat(cloud.config(100).get("scsi0")).startsWith("local-lvm:");
    assertThat(cloud.exit(upid)).isEqualTo("OK");

    assertThat(cloud.config(100)).containsEntry("scsi0", "ceph:vm-100-disk-0,size=8G");
    assertThat(cloud.volumes()).containsExactly("ceph:vm-100-disk-0");
    assertThat(cloud.vm(100).isRunning()).isTrue();
    log(
        cloud,
        upid,
        "create full clone of drive scsi0 (local-lvm:vm-100-disk-0)",
        "allocated target volume 'ceph:vm-100-disk-0'",
        "drive mirror is starting for drive-scsi0",
        "mirror-scsi0: transferred 4.0 GiB of 8.0 GiB (50.00%)",
        "all 'mirror' jobs are ready",
        "mirror-scsi0: Completed successfully.",
        "removing source volume 'local-lvm:vm-100-disk-0' after successful copy");
  }

  @Test
  void theMirrorOfARunningVmIsWrittenInFull() {
    TestCloud cloud = TestCloud.instant();
    cloud.create(100, "local-lvm");
    cloud.create(101, "local-lvm");
    cloud.start(100);
    cloud.run(MOVE, TO_CEPH);
    cloud.run("/nodes/pve1/qemu/101/move_disk", TO_CEPH);

    assertThat(cloud.world.volumes().all())
        .extracting(volume -> volume.volid() + " " + volume.used())
        .containsExactlyInAnyOrder(
            "ceph:vm-100-disk-0 " + 8 * TestCloud.GIB, "ceph:vm-101-disk-0 0");
  }

  @Test
  void aSnapshotKeepsTheSource() {
    TestCloud cloud = TestCloud.instant();
    cloud.create(100, "local-lvm");
    cloud.run(VM + "/snapshot", "snapname", "one");

    assertThat(cloud.refused("POST", MOVE, TO_CEPH).reason())
        .isEqualTo("you can't move a disk with snapshots and delete the source");
    assertThat(cloud.run(MOVE, "disk", "scsi0", "storage", "ceph")).isEqualTo("OK");
    assertThat(cloud.config(100)).doesNotContainKey("delete").containsKey("scsi0");
    assertThat(cloud.volumes()).containsExactly("ceph:vm-100-disk-0", "local-lvm:vm-100-disk-0");
  }

  @Test
  void theStateOfATpmMovesOnlyWhileTheVmIsOff() {
    TestCloud cloud = TestCloud.instant();
    cloud.create(100, "local-lvm", "tpmstate0", "local-lvm:1,version=v2.0");
    cloud.start(100);
    String[] tpm = {"disk", "tpmstate0", "storage", "ceph", "delete", "1"};

    assertThat(cloud.run(MOVE, tpm))
        .isEqualTo("storage migration failed: cannot move TPM state while VM is running");
    cloud.run(VM + "/status/stop");
    assertThat(cloud.run(MOVE, tpm)).isEqualTo("OK");
  }

  /** The job is QEMU's; who meets it fails and cancels it by that. */
  @Test
  void aKilledWorkerLeavesTheVolumeAndTheJob() {
    TestCloud cloud = TestCloud.timed();
    cloud.create(100, "local-lvm");
    cloud.start(100);
    String upid = cloud.post(MOVE, TO_CEPH);
    cloud.pass(Duration.ofSeconds(10));
    cloud.engine.interventions().kill(upid);

    assertThat(cloud.config(100).get("scsi0")).startsWith("local-lvm:");
    assertThat(cloud.volumes()).containsExactly("ceph:vm-100-disk-0", "local-lvm:vm-100-disk-0");
    assertThat(cloud.run(MOVE, TO_CEPH))
        .isEqualTo(
            "storage migration failed: error starting blockdev mirrror - VM 100 qmp command"
                + " 'blockdev-mirror' failed - Job ID 'mirror-scsi0' already in use");
    assertThat(cloud.volumes()).containsExactly("ceph:vm-100-disk-0", "local-lvm:vm-100-disk-0");
    assertThat(cloud.run(MOVE, TO_CEPH)).isEqualTo("OK");
    assertThat(cloud.volumes()).containsExactly("ceph:vm-100-disk-0", "ceph:vm-100-disk-1");
  }

  @Test
  void whatWaitsForAStopAndStartBringsTheOldVolumeBack() {
    TestCloud cloud = TestCloud.instant();
    cloud.create(100, "local-lvm");
    cloud.start(100);
    cloud.call("PUT", VM + "/config", "scsi0", "local-lvm:vm-100-disk-0,iothread=1");
    cloud.run(MOVE, TO_CEPH);
    cloud.run(VM + "/status/stop");
    cloud.run(VM + "/status/start");

    assertThat(cloud.config(100).get("scsi0")).startsWith("local-lvm:vm-100-disk-0");
    assertThat(cloud.config(100)).containsEntry("unused0", "ceph:vm-100-disk-0");
  }
}
