package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DiskTest {
  private static final String VM = "/nodes/pve1/qemu/100";

  private final TestCloud cloud = TestCloud.instant();

  private String resize(String disk, String size) {
    return cloud.exit((String) cloud.call("PUT", VM + "/resize", "disk", disk, "size", size));
  }

  @Test
  void growsInAllUnitsButNeverShrinks() {
    cloud.create(100, "local-lvm");

    assertThat(resize("scsi0", "10G")).isEqualTo("OK");
    assertThat(cloud.config(100).get("scsi0")).endsWith("size=10G");
    assertThat(resize("scsi0", "+512M")).isEqualTo("OK");
    assertThat(cloud.config(100).get("scsi0")).endsWith("size=10752M");
    assertThat(resize("scsi0", "10752M")).isEqualTo("OK");
    assertThat(resize("scsi0", "20")).isEqualTo("shrinking disks is not supported");
    assertThat(resize("scsi0", "8G")).isEqualTo("shrinking disks is not supported");
    assertThat(resize("scsi9", "8G")).isEqualTo("disk 'scsi9' does not exist");
  }

  @Test
  void mediaCannotGrow() {
    cloud.create(100, "local-lvm", "ide2", "none,media=cdrom", "ide0", "local-lvm:cloudinit");

    assertThat(resize("ide0", "1G")).isEqualTo("you can't resize a cdrom");
    assertThat(resize("ide2", "1G")).isEqualTo("unable to parse volume ID 'none'");
  }

  @Test
  void templateRenamesDisksAndRefusesToBeDoneTwice() {
    cloud.create(100, "local-lvm", "scsi1", "local-zfs:1");
    assertThat(cloud.run(VM + "/template")).isEqualTo("OK");

    assertThat(cloud.volumes())
        .containsExactly("local-lvm:base-100-disk-0", "local-zfs:base-100-disk-0");
    assertThat(cloud.refused("POST", VM + "/template").reason())
        .isEqualTo("you can't convert a template to a template");
    assertThat(cloud.run(VM + "/status/start"))
        .isEqualTo("you can't start a vm if it's a template");
  }

  @Test
  void interruptedConversionCanBeFinishedDiskByDisk() {
    TestCloud timed = TestCloud.timed();
    timed.create(100, "local-lvm", "scsi1", "local-lvm:1");
    String upid = timed.post(VM + "/template");
    timed.pass(Duration.ofMillis(700));
    timed.engine.interventions().kill(upid);

    assertThat(timed.vm(100).isTemplate()).isTrue();
    assertThat(timed.volumes())
        .containsExactly("local-lvm:base-100-disk-0", "local-lvm:vm-100-disk-1");
    assertThat(timed.run(VM + "/template", "disk", "scsi1")).isEqualTo("OK");
    assertThat(timed.config(100).get("scsi1")).startsWith("local-lvm:base-100-disk-1,");
  }

  @Test
  void moveToTheSameStorageIsRefused() {
    cloud.create(100, "local-lvm");

    assertThat(
            cloud
                .refused("POST", VM + "/move_disk", "disk", "scsi0", "storage", "local-lvm")
                .reason())
        .isEqualTo("you can't move to the same storage with same format");
    assertThat(
            cloud
                .refused(
                    "POST",
                    VM + "/move_disk",
                    "disk",
                    "scsi0",
                    "storage",
                    "ceph",
                    "digest",
                    "0".repeat(40))
                .reason())
        .isEqualTo("detected modified configuration - file changed by other user? Try again.");
  }

  @Test
  void reassignNeedsBothOnOneHostAndTheSourceStopped() {
    cloud.create(100, "local-lvm");
    cloud.create(101, "local-lvm");
    cloud.run("/nodes/pve2/qemu", "vmid", "102");
    String[] call = {"disk", "scsi0", "target-vmid", "101", "target-disk", "scsi1"};

    assertThat(
            cloud
                .refused("POST", VM + "/move_disk", "disk", "scsi0", "target-vmid", "102")
                .reason())
        .isEqualTo("Both VMs need to be on the same node (pve1 != pve2)");
    assertThat(
            cloud
                .refused("POST", VM + "/move_disk", "disk", "scsi0", "target-vmid", "101")
                .reason())
        .isEqualTo("Target disk key 'scsi0' is already in use for VM '101'");
    cloud.start(100);
    assertThat(cloud.refused("POST", VM + "/move_disk", call).reason())
        .isEqualTo("Cannot move disk to another VM while the source VM is running - detach first");
    cloud.run(VM + "/status/stop");
    assertThat(cloud.run(VM + "/move_disk", call)).isEqualTo("OK");
    assertThat(cloud.config(101).get("scsi1")).isEqualTo("local-lvm:vm-101-disk-1,size=8G");
    assertThat(cloud.config(100)).containsEntry("boot", " ").doesNotContainKey("scsi0");
  }

  @Test
  void thickAndThinStoragesFillDifferently() {
    cloud.create(100, "local-zfs");
    cloud.create(101, "local-lvm");

    assertThat(used("local-zfs")).isEqualTo(8 * TestCloud.GIB);
    assertThat(used("local-lvm")).isZero();
    cloud.engine.interventions().fill("local-zfs");
    assertThat(resize("scsi0", "9G")).contains("out of space");
  }

  private long used(String storage) {
    return (Long) cloud.get("/nodes/pve1/storage/" + storage + "/status").get("used");
  }
}
