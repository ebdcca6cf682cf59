package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockTest {
  private final TestCloud cloud = TestCloud.timed();

  @Test
  void twoClonesToOneIdMeetAtItsLock() {
    cloud.template(9000, "local-lvm");
    String first = cloud.post("/nodes/pve1/qemu/9000/clone", "newid", "100", "full", "1");
    String second = cloud.post("/nodes/pve1/qemu/9000/clone", "newid", "100", "full", "1");

    assertThat(cloud.exit(second))
        .isEqualTo("can't lock file '/var/lock/qemu-server/lock-100.conf' - got timeout");
    assertThat(cloud.exit(first)).isEqualTo("OK");
  }

  @Test
  void manyFullClonesAtOnceRunIntoTheLockOfTheStorage() {
    cloud.template(9000, "local-lvm");
    List<String> tasks = new ArrayList<>();
    for (int id = 100; id < 112; id++) {
      tasks.add(cloud.post("/nodes/pve1/qemu/9000/clone", "newid", "" + id, "full", "1"));
    }
    List<String> exits = tasks.stream().map(cloud::exit).toList();

    assertThat(exits).contains("OK");
    assertThat(exits)
        .contains(
            "clone failed: can't lock file '/var/lock/pve-manager/pve-storage-local-lvm' - got"
                + " timeout");
    assertThat(cloud.volumes().stream().filter(v -> v.matches("local-lvm:vm-1.*")).count())
        .isEqualTo(exits.stream().filter("OK"::equals).count());
  }

  @Test
  void sharedStorageHasALockOfTheWholeCluster() {
    cloud.template(9000, "ceph");
    List<String> tasks = new ArrayList<>();
    for (int id = 100; id < 120; id++) {
      tasks.add(cloud.post("/nodes/pve1/qemu/9000/clone", "newid", "" + id, "full", "1"));
    }

    assertThat(tasks.stream().map(cloud::exit))
        .contains("clone failed: cfs-lock 'storage-ceph' error: got lock request timeout");
  }

  @Test
  void shutdownHoldsTheLockSoThatOthersTimeOut() {
    cloud.create(100, "local-lvm");
    cloud.start(100);
    String shutdown = cloud.post("/nodes/pve1/qemu/100/status/shutdown");
    cloud.pass(Duration.ofSeconds(1));
    Instant before = cloud.time.now();

    assertThat(cloud.refused("PUT", "/nodes/pve1/qemu/100/config", "cores", "2").reason())
        .isEqualTo("can't lock file '/var/lock/qemu-server/lock-100.conf' - got timeout");
    assertThat(Duration.between(before, cloud.time.now())).isEqualTo(Duration.ofSeconds(10));
    assertThat(cloud.exit(shutdown)).isEqualTo("VM quit/powerdown failed - got timeout");
  }

  @Test
  void aCallWaitsForALockThatIsFreedInTime() {
    cloud.create(100, "local-lvm");
    cloud.post("/nodes/pve1/qemu/100/status/start");
    cloud.pass(Duration.ofMillis(200));

    cloud.call("PUT", "/nodes/pve1/qemu/100/config", "description", "after");

    assertThat(cloud.vm(100).isRunning()).isTrue();
    assertThat(cloud.config(100)).containsEntry("description", "after");
  }

  @Test
  void backupLockRefusesChanges() {
    cloud.create(100, "local-lvm");
    cloud.engine.interventions().hold(100, "backup");

    assertThat(cloud.refused("PUT", "/nodes/pve1/qemu/100/config", "cores", "2").reason())
        .isEqualTo("VM is locked (backup)");
    assertThat(cloud.resource(100)).containsEntry("lock", "backup");
  }

  @Test
  void overruledShutdownGivesWay() {
    cloud.create(100, "local-lvm");
    cloud.start(100);
    String shutdown = cloud.post("/nodes/pve1/qemu/100/status/shutdown");
    cloud.pass(Duration.ofSeconds(2));

    assertThat(cloud.run("/nodes/pve1/qemu/100/status/stop", "overrule-shutdown", "1"))
        .isEqualTo("OK");
    assertThat(cloud.task(shutdown).exitStatus()).isEqualTo("received interrupt");
  }
}
