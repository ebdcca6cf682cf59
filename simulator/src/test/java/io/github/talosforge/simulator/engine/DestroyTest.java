package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DestroyTest {
  private static final String VM = "/nodes/pve1/qemu/100";

  private final TestCloud cloud = TestCloud.instant();

  private String destroy(String path, String... parameters) {
    return cloud.exit((String) cloud.call("DELETE", path, parameters));
  }

  @Test
  void runningVmIsNotDestroyed() {
    cloud.create(100, "local-lvm");
    cloud.start(100);

    assertThat(cloud.refused("DELETE", VM).reason())
        .isEqualTo("VM 100 is running - destroy failed");
  }

  @Test
  void templateWithLinkedClonesIsKeptExceptOnLvmThin() {
    cloud.template(9000, "local-zfs");
    cloud.template(9001, "local-lvm");
    cloud.run("/nodes/pve1/qemu/9000/clone", "newid", "100");
    cloud.run("/nodes/pve1/qemu/9001/clone", "newid", "101");

    assertThat(destroy("/nodes/pve1/qemu/9000"))
        .isEqualTo("base volume 'local-zfs:base-9000-disk-0' is still in use by linked cloned");
    assertThat(destroy("/nodes/pve1/qemu/9001")).isEqualTo("OK");
  }

  @Test
  void removesPoolMembershipAndTellsTheAccessStore() {
    List<Integer> told = new ArrayList<>();
    cloud.engine.onVmRemoved(told::add);
    cloud.post("/pools", "poolid", "lab");
    cloud.create(100, "local-lvm", "pool", "lab");
    assertThat(destroy(VM)).isEqualTo("OK");

    assertThat(told).containsExactly(100);
    assertThat(cloud.world.poolOf(100)).isNull();
    assertThat(cloud.volumes()).isEmpty();
  }

  @Test
  void unreferencedDisksGoOnlyWhenAsked() {
    cloud.create(100, "local-lvm");
    cloud.post(
        "/nodes/pve1/storage/ceph/content",
        "filename",
        "vm-100-extra",
        "vmid",
        "100",
        "size",
        "1G");
    destroy(VM);
    assertThat(cloud.volumes()).containsExactly("ceph:vm-100-extra");
    cloud.create(100, "local-lvm");
    destroy(VM, "destroy-unreferenced-disks", "1");
    assertThat(cloud.volumes()).isEmpty();
  }

  @Test
  void interruptedBeforeTheEndItCanBeRepeated() {
    TestCloud timed = TestCloud.timed();
    timed.create(100, "local-lvm", "scsi1", "local-lvm:1");
    String upid = (String) timed.call("DELETE", VM);
    timed.pass(Duration.ofMillis(600));
    timed.engine.interventions().kill(upid);

    assertThat(timed.config(100)).containsKeys("scsi0", "scsi1");
    assertThat(timed.volumes()).containsExactly("local-lvm:vm-100-disk-1");
    assertThat(timed.exit((String) timed.call("DELETE", VM))).isEqualTo("OK");
    assertThat(timed.vm(100)).isNull();
  }

  @Test
  void interruptedAtTheEndItIsStuck() {
    TestCloud timed = TestCloud.timed();
    timed.create(100, "local-lvm");
    String upid = (String) timed.call("DELETE", VM);
    timed.pass(Duration.ofMillis(550));
    timed.engine.interventions().kill(upid);

    assertThat(timed.config(100)).containsOnlyKeys("lock").containsEntry("lock", "destroyed");
    assertThat(timed.exit((String) timed.call("DELETE", VM))).isEqualTo("VM is locked (destroyed)");
  }
}
