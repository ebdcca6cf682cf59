package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.world.Personality;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CreateTest {
  private final TestCloud cloud = TestCloud.instant();

  @Test
  void fillsInWhatTheCallLeavesOut() {
    cloud.create(100, "local-lvm", "net0", "virtio,bridge=vmbr0");

    assertThat(cloud.config(100).get("net0")).matches("virtio=BC:24:11:[0-9A-F:]{8},bridge=vmbr0");
    assertThat(cloud.config(100).get("smbios1")).matches("uuid=[0-9a-f-]{36}");
    assertThat(cloud.config(100).get("vmgenid")).matches("[0-9a-f-]{36}");
    assertThat(cloud.config(100).get("meta")).startsWith("creation-qemu=10.2.1,ctime=");
    assertThat(cloud.config(100).get("boot")).isEqualTo("order=scsi0;net0");
    assertThat(cloud.config(100)).doesNotContainKeys("cores", "memory", "scsihw", "lock");
  }

  @Test
  void namesDisksByTheNextFreeNumberOfTheStorage() {
    cloud.run(
        "/nodes/pve1/qemu",
        "vmid",
        "100",
        "scsi0",
        "local-lvm:8",
        "scsi1",
        "local-lvm:1",
        "virtio0",
        "nfs:1,format=qcow2",
        "ide2",
        "local-lvm:cloudinit",
        "efidisk0",
        "local-lvm:1,efitype=4m",
        "tpmstate0",
        "local-zfs:1,version=v2.0");

    assertThat(cloud.config(100))
        .containsEntry("scsi0", "local-lvm:vm-100-disk-1,size=8G")
        .containsEntry("scsi1", "local-lvm:vm-100-disk-2,size=1G")
        .containsEntry("virtio0", "nfs:100/vm-100-disk-0.qcow2,size=1G")
        .containsEntry("ide2", "local-lvm:vm-100-cloudinit,media=cdrom")
        .containsEntry("efidisk0", "local-lvm:vm-100-disk-0,efitype=4m,size=4M")
        .containsEntry("tpmstate0", "local-zfs:vm-100-disk-0,size=4M,version=v2.0");
  }

  @Test
  void importedDiskHasTheSizeAndIdentityOfTheImage() {
    cloud.download();
    cloud.run(
        "/nodes/pve1/qemu",
        "vmid",
        "100",
        "scsi0",
        "local-lvm:0,import-from=local:import/talos.qcow2,discard=on");

    assertThat(cloud.config(100))
        .containsEntry("scsi0", "local-lvm:vm-100-disk-0,discard=on,size=2G");
    assertThat(cloud.world.volumes().all())
        .filteredOn(v -> v.owner() == 100)
        .singleElement()
        .satisfies(v -> assertThat(v.identity()).isEqualTo("talos v1.12.4"));
  }

  @Test
  void takesTheIdBeforeTheCallReturnsAndShowsNothingElseUntilTheEnd() {
    TestCloud timed = TestCloud.timed();
    timed.download();
    String upid =
        timed.post(
            "/nodes/pve1/qemu",
            "vmid",
            "100",
            "name",
            "a",
            "scsi0",
            "local-lvm:0,import-from=local:import/talos.qcow2");

    assertThat(timed.get("/nodes/pve1/qemu/100/config")).containsOnlyKeys("lock", "digest");
    timed.pass(Duration.ofSeconds(1));
    assertThat(timed.get("/nodes/pve1/qemu/100/config"))
        .containsEntry("lock", "create")
        .doesNotContainKey("name");
    assertThat(timed.exit(upid)).isEqualTo("OK");
    assertThat(timed.get("/nodes/pve1/qemu/100/config")).doesNotContainKey("lock");
  }

  @Test
  void aTakenIdIsRefusedWithProxmoxWords() {
    cloud.create(100, "local-lvm");

    assertThat(cloud.refused("POST", "/nodes/pve2/qemu", "vmid", "100").reason())
        .isEqualTo("unable to create VM 100 - VM 100 already exists on node 'pve1'");
  }

  @Test
  void aFailureFreesItsOwnVolumesOnlyAndTheId() {
    cloud.create(200, "local-lvm");
    String exit =
        cloud.run(
            "/nodes/pve1/qemu",
            "vmid",
            "100",
            "scsi0",
            "local-lvm:1",
            "scsi1",
            "local-lvm:vm-200-disk-0",
            "scsi2",
            "local-lvm:vm-200-disk-7");

    assertThat(exit)
        .isEqualTo("unable to create VM 100 - volume 'local-lvm:vm-200-disk-7' does not exist");
    assertThat(cloud.volumes()).containsExactly("local-lvm:vm-200-disk-0");
    assertThat(cloud.vm(100)).isNull();
  }

  @Test
  void importFromAnIsoIsRefusedAndIsoNeedsItsMedia() {
    cloud.run(
        "/nodes/pve1/storage/local/download-url",
        "url",
        TestCloud.IMAGE,
        "content",
        "iso",
        "filename",
        "talos.iso");

    assertThat(
            cloud
                .refused(
                    "POST",
                    "/nodes/pve1/qemu",
                    "vmid",
                    "100",
                    "scsi0",
                    "local-lvm:0,import-from=local:iso/talos.iso")
                .errors())
        .containsEntry(
            "scsi0", "local:iso/talos.iso has wrong type 'iso' - needs to be 'images' or 'import'");
    assertThat(
            cloud
                .refused("POST", "/nodes/pve1/qemu", "vmid", "100", "ide2", "local:iso/talos.iso")
                .errors())
        .containsEntry("ide2", "explicit 'media=cdrom' is required for iso images");
  }

  @Test
  void startIsATaskOfItsOwnThatTheCreateDoesNotWaitFor() {
    cloud.create(100, "local-lvm", "start", "1", "net0", "virtio,bridge=nope");

    assertThat(cloud.vm(100).isRunning()).isFalse();
    assertThat(cloud.world.tasks().values())
        .extracting(task -> task.type() + " " + task.exitStatus())
        .containsExactly("qmcreate OK", "qmstart start failed: QEMU exited with code 1");
  }

  @Test
  void tagsInTheCallNeedMoreThanAPoolSinceNine() {
    String[] call = {"vmid", "100", "pool", "lab", "tags", "B,a;b"};
    String[] grants = {
      "/pool/lab VM.Allocate", "/pool/lab VM.Config.Options", "/pool/lab Pool.Audit"
    };
    TestCloud eight = TestCloud.instant(Personality.PVE_8_4);
    for (TestCloud each : new TestCloud[] {cloud, eight}) {
      each.post("/pools", "poolid", "lab");
    }

    assertThat(cloud.as(TestCloud.granted(grants)).run("/nodes/pve1/qemu", call))
        .isEqualTo(
            "unable to create VM 100 - 403 Permission check failed (/vms/100, VM.Config.Options)");
    assertThat(eight.as(TestCloud.granted(grants)).run("/nodes/pve1/qemu", call)).isEqualTo("OK");
    assertThat(eight.config(100)).containsEntry("tags", "a;b");
  }

  @Test
  void unknownOptionOfADriveIsNamed() {
    assertThat(
            cloud
                .refused("POST", "/nodes/pve1/qemu", "vmid", "100", "scsi0", "local-lvm:1,foo=1")
                .errors()
                .get("scsi0"))
        .contains("scsi0.foo: property is not defined in schema");
  }
}
