package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CloneTest {
  private static final String CLONE = "/nodes/pve1/qemu/9000/clone";

  private final TestCloud cloud = TestCloud.instant();

  @Test
  void linkedCloneIsNamedAfterItsBaseExceptOnLvmThin() {
    cloud.template(9000, "local-zfs");
    cloud.template(9001, "local-lvm");
    cloud.template(9002, "nfs");
    cloud.run(CLONE, "newid", "100");
    cloud.run("/nodes/pve1/qemu/9001/clone", "newid", "101");
    cloud.run("/nodes/pve1/qemu/9002/clone", "newid", "102");

    assertThat(cloud.config(100).get("scsi0"))
        .isEqualTo("local-zfs:base-9000-disk-0/vm-100-disk-0,size=2G");
    assertThat(cloud.config(101).get("scsi0")).isEqualTo("local-lvm:vm-101-disk-0,size=2G");
    assertThat(cloud.config(102).get("scsi0"))
        .isEqualTo("nfs:9002/base-9002-disk-0.raw/102/vm-102-disk-0.qcow2,size=2G");
  }

  @Test
  void cloneGetsNewIdentityAndKeepsTheRest() {
    cloud.template(9000, "local-lvm");
    cloud.call("PUT", "/nodes/pve1/qemu/9000/config", "tags", "base", "description", "d");
    cloud.run(CLONE, "newid", "100", "full", "1");

    assertThat(cloud.config(100))
        .containsEntry("name", "Copy-of-VM-talos")
        .containsEntry("tags", "base")
        .containsEntry("description", "d")
        .doesNotContainKeys("template", "lock");
    for (String key : new String[] {"net0", "smbios1", "vmgenid"}) {
      assertThat(cloud.config(100).get(key)).isNotEqualTo(cloud.config(9000).get(key));
    }
    assertThat(cloud.config(100).get("scsi0")).isEqualTo("local-lvm:vm-100-disk-0,size=2G");
  }

  @Test
  void showsWhatTheFileShowsWhileItRuns() {
    TestCloud timed = TestCloud.timed();
    timed.template(9000, "local-lvm");
    timed.post("/pools", "poolid", "lab");
    String upid =
        timed.post(
            CLONE, "newid", "100", "full", "1", "name", "n1", "description", "mine", "pool", "lab");

    assertThat(timed.vm(100)).isNull();
    assertThat(timed.task(upid).id()).isEqualTo("9000");
    timed.pass(Duration.ofMillis(500));
    assertThat(timed.get("/nodes/pve1/qemu/100/config"))
        .containsOnlyKeys("lock", "description", "digest")
        .containsEntry("description", "qmclone temporary file");
    assertThat(timed.resource(100)).containsEntry("lock", "clone").doesNotContainKey("name");
    assertThat(timed.world.poolOf(100)).isNull();
    assertThat(timed.exit(upid)).isEqualTo("OK");
    assertThat(timed.config(100)).containsEntry("name", "n1").containsEntry("description", "mine");
    assertThat(timed.world.poolOf(100)).isEqualTo("lab");
    assertThat(timed.task(upid).log())
        .anyMatch(line -> line.matches("transferred .* of 2.0 GiB \\(50.00%\\)"));
  }

  @Test
  void everyFinishedDiskWritesTheWholeConfiguration() {
    TestCloud timed = TestCloud.timed();
    timed.create(9000, "local-lvm", "scsi1", "local-lvm:1", "tags", "t");
    String upid = timed.post(CLONE, "newid", "100", "name", "n1");
    for (int i = 0; i < 100 && !timed.volumes().contains("local-lvm:vm-100-disk-1"); i++) {
      timed.pass(Duration.ofMillis(100));
    }

    assertThat(timed.config(100))
        .containsEntry("lock", "clone")
        .containsEntry("name", "n1")
        .containsKeys("scsi0", "smbios1", "tags")
        .doesNotContainKey("scsi1");
    assertThat(timed.exit(upid)).isEqualTo("OK");
  }

  @Test
  void killedWorkerLeavesItsLockAndTheDiskInProgress() {
    TestCloud timed = TestCloud.timed();
    timed.template(9000, "local-lvm");
    String upid = timed.post(CLONE, "newid", "100", "full", "1");
    timed.pass(Duration.ofSeconds(1));
    timed.engine.interventions().kill(upid);

    assertThat(timed.task(upid).exitStatus()).isEqualTo("unexpected status");
    assertThat(timed.config(100)).containsEntry("lock", "clone").doesNotContainKey("scsi0");
    assertThat(timed.volumes()).contains("local-lvm:vm-100-disk-0");
    assertThat(timed.exit(timed.post(CLONE, "newid", "101"))).isEqualTo("OK");
    assertThat(timed.run("/nodes/pve1/qemu/100/status/start")).isEqualTo("VM is locked (clone)");
  }

  @Test
  void stuckLockCannotBeClearedByAToken() {
    TestCloud timed = TestCloud.timed();
    timed.template(9000, "local-lvm");
    String upid = timed.post(CLONE, "newid", "100", "full", "1");
    timed.pass(Duration.ofSeconds(1));
    timed.engine.interventions().kill(upid);

    String path = "/nodes/pve1/qemu/100";
    assertThat(timed.exit((String) timed.call("DELETE", path))).isEqualTo("VM is locked (clone)");
    assertThat(timed.refused("DELETE", path, "skiplock", "1").errors())
        .containsEntry("skiplock", "Only root may use this option.");
    assertThat(timed.refused("PUT", path + "/config", "delete", "lock").reason())
        .isEqualTo("only root can set 'lock' config");
    timed.engine.interventions().unlock(100);
    assertThat(timed.exit((String) timed.call("DELETE", path, "destroy-unreferenced-disks", "1")))
        .isEqualTo("OK");
    assertThat(timed.volumes()).doesNotContain("local-lvm:vm-100-disk-0");
  }

  @Test
  void abortedTaskCleansUp() {
    TestCloud timed = TestCloud.timed();
    timed.template(9000, "local-lvm");
    String upid = timed.post(CLONE, "newid", "100", "full", "1");
    timed.pass(Duration.ofSeconds(1));
    timed.call("DELETE", "/nodes/pve1/tasks/" + upid);

    assertThat(timed.task(upid).exitStatus()).isEqualTo("clone failed: interrupted by signal");
    assertThat(timed.vm(100)).isNull();
    assertThat(timed.volumes()).doesNotContain("local-lvm:vm-100-disk-0");
  }

  @Test
  void takenIdIsSeenAtOnceHereAndInTheTaskElsewhere() {
    cloud.template(9000, "local-lvm");
    cloud.create(100, "local-lvm");
    cloud.run("/nodes/pve2/qemu", "vmid", "101");

    assertThat(cloud.refused("POST", CLONE, "newid", "100").reason())
        .isEqualTo("unable to create VM 100: config file already exists");
    assertThat(cloud.run(CLONE, "newid", "101"))
        .isEqualTo(
            "close (rename) atomic file '/etc/pve/nodes/pve1/qemu-server/101.conf' failed: File"
                + " exists");
    assertThat(cloud.vm(101).host()).isEqualTo("pve2");
  }

  @Test
  void otherHostNeedsSharedStorage() {
    cloud.template(9000, "local-lvm");
    cloud.template(9001, "ceph");

    assertThat(cloud.refused("POST", CLONE, "newid", "100", "target", "pve2").reason())
        .isEqualTo("can't clone VM to node 'pve2' (VM uses local storage)");
    assertThat(
            cloud
                .refused(
                    "POST",
                    "/nodes/pve1/qemu/9001/clone",
                    "newid",
                    "100",
                    "target",
                    "pve2",
                    "full",
                    "1",
                    "storage",
                    "local-lvm")
                .reason())
        .isEqualTo("can't clone to non-shared storage 'local-lvm'");
    assertThat(cloud.refused("POST", CLONE, "newid", "100", "target", "pve9").reason())
        .isEqualTo("no such cluster node 'pve9'");
    cloud.run("/nodes/pve1/qemu/9001/clone", "newid", "100", "target", "pve2");
    assertThat(cloud.vm(100).host()).isEqualTo("pve2");
  }

  @Test
  void linkedCloneTakesNoStorageAndNeedsABase() {
    cloud.template(9000, "local-lvm");
    cloud.create(200, "local-lvm");

    assertThat(cloud.refused("POST", CLONE, "newid", "100", "storage", "ceph").reason())
        .isEqualTo("parameter 'storage' not allowed for linked clones");
    assertThat(
            cloud
                .refused("POST", "/nodes/pve1/qemu/200/clone", "newid", "100", "full", "0")
                .reason())
        .isEqualTo("Linked clone feature is not supported for 'local-lvm:vm-200-disk-0' (scsi0)");
  }

  @Test
  void needsTheBridgesOfTheSource() {
    cloud.template(9000, "local-lvm");
    TestCloud robot =
        cloud.as(
            TestCloud.granted(
                "/vms/9000 VM.Clone",
                "/vms/100 VM.Allocate",
                "/storage/local-lvm Datastore.AllocateSpace"));

    assertThat(robot.refused("POST", CLONE, "newid", "100").reason())
        .isEqualTo("Permission check failed (/sdn/zones/localnetwork/vmbr0, SDN.Use)");
  }

  @Test
  void copyOntoAFullStorageFailsAndLeavesNothing() {
    cloud.template(9000, "local-lvm");
    cloud.engine.interventions().fill("ceph");

    assertThat(cloud.run(CLONE, "newid", "100", "full", "1", "storage", "ceph"))
        .startsWith("clone failed: rbd create 'vm-100-disk-0' error:");
    assertThat(cloud.vm(100)).isNull();
  }
}
