package io.github.talosforge.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.observe.ObservedGuest.Power;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Another storage in the files moves a disk, and what cannot be moved stays with a reason. */
class DiskMovesTest {
  private static final String WORKER = "storage: ceph";

  /** A worker that is as the files say, on {@code local-zfs}, with ceph on every host. */
  private static Scene deployed(String... lines) {
    Scene scene = new Scene();
    for (String host : Set.of("pve1", "pve2", "pve3")) {
      scene.storage("ceph", host, true);
    }
    for (String line : lines) {
      scene.worker(line);
    }
    return scene.apply();
  }

  private static Scene with(Scene scene, String key, UnaryOperator<String> change) {
    return scene.change(3001, guest -> guest.with(key, change.apply(guest.current.get(key))));
  }

  private static String reason(Plan plan) {
    assertThat(Scene.codes(plan)).containsExactly(PlanFinding.DISK_ON_OTHER_STORAGE.code());
    return plan.findings().render();
  }

  @Test
  void anotherStorageMovesEveryDiskOfTheNodeAndReplacesNothing() {
    Scene scene = deployed().worker(WORKER);

    Plan plan = scene.plan();

    assertThat(Scene.ids(plan))
        .containsExactly(
            "configure/worker-1", "move-disk/worker-1/efidisk0", "move-disk/worker-1/scsi0");
    MoveDisk system = plan.changes(MoveDisk.class).get(1);
    assertThat(system.volume()).startsWith("local-zfs:vm-3001-disk-");
    assertThat(system.storage()).hasToString("ceph");
    assertThat(system.size()).hasValueSatisfying(size -> assertThat(size).hasToString("256G"));
    assertThat(system.origin()).isPresent();
    assertThat(system.disruptive()).isFalse();
    assertThat(plan.waiting()).isEmpty();
    assertThat(scene.apply().plan().changes()).isEmpty();
  }

  /** Cloud-init's drive holds nothing that a start does not write anew. */
  @Test
  void theDriveOfCloudInitIsMadeAnewAtOnce() {
    Plan plan = deployed().worker("cloudinit_storage: ceph").plan();

    ChangeConfiguration only = plan.changes(ChangeConfiguration.class).get(0);
    assertThat(plan.changes()).containsExactly(only);
    assertThat(only.values()).containsOnlyKeys("ide2");
    assertThat(only.values().get("ide2")).startsWith("ceph:cloudinit");
    assertThat(only.fields()).extracting(FieldChange::effect).containsExactly(Effect.AT_ONCE);
  }

  @Test
  void anExtraDiskMovesAlone() {
    Scene scene = deployed("extra_disks: [{size: 50}]");
    scene.files("{size: 50}", "{size: 50, storage: ceph}");

    assertThat(Scene.ids(scene.plan())).containsExactly("move-disk/worker-1/scsi16");
  }

  @Test
  void aDiskThatGrowsTooIsMovedBefore() {
    Scene scene = deployed().files("256G", "512G").worker(WORKER + "\nefi_storage: local-zfs");

    Plan plan = scene.plan();

    assertThat(Scene.ids(plan))
        .endsWith("move-disk/worker-1/scsi0", "grow/worker-1/scsi0")
        .doesNotContain("move-disk/worker-1/efidisk0");
  }

  @Test
  void controlPlanesAreCopiedInTurn() {
    Scene scene = deployed().files("controller: false", "controller: true");
    scene.change(3001, guest -> guest.with("tags", guest.current.get("tags")));
    scene.files("proxmox_storage: local-zfs", "proxmox_storage: ceph");

    Plan plan = scene.plan();

    MoveDisk first =
        plan.changes(MoveDisk.class).stream()
            .filter(move -> move.vm().node().value().equals("cp-1"))
            .reduce((one, next) -> next)
            .orElseThrow();
    assertThat(
            plan.changes(MoveDisk.class).stream()
                .filter(move -> move.vm().node().value().equals("worker-1"))
                .findFirst()
                .orElseThrow()
                .dependencies())
        .contains(first.id());
  }

  @Test
  void aStorageThatNobodyWroteMovesNothing() {
    Scene scene = deployed().files("proxmox_storage: local-zfs\n", "");
    with(scene, "scsi0", text -> text.replace("local-zfs:", "ceph:"));

    Plan plan = scene.plan();

    assertThat(plan.changes()).isEmpty();
    assertThat(reason(plan)).contains("scsi0", "is on ceph", "only the built-in value");
  }

  @Test
  void whatIsNoVolumeOfTheVmStays() {
    Scene scene = deployed("efi_storage: local-zfs", "cloudinit_storage: local-zfs");
    scene.worker(WORKER);
    with(scene, "scsi0", text -> text.replaceFirst("vm-3001-disk", "vm-4444-disk"));
    assertThat(reason(scene.plan())).contains("no volume of this VM");
    assertThat(scene.plan().changes()).isEmpty();

    with(scene, "scsi0", text -> text.replaceFirst("^[^,]*", "/dev/disk/by-id/nvme-1"));
    assertThat(reason(scene.plan())).contains("is on no storage");
  }

  /** What waits quotes the old volume: it would come back, and the new one be unused. */
  @Test
  void aDiskWithAChangeThatWaitsStaysUntilThatTookEffect() {
    Scene scene = deployed("efi_storage: local-zfs", "cloudinit_storage: local-zfs");
    scene.worker(WORKER + "\ndisk_discard: false");

    Plan plan = scene.plan();
    assertThat(Scene.ids(plan)).containsExactly("configure/worker-1");
    assertThat(reason(plan)).contains("waits for a stop and start", "--allow-reboot");

    Plan next = scene.apply().plan();
    assertThat(next.changes()).isEmpty();
    assertThat(reason(next)).contains("waits for a stop and start");

    scene.allowRestarts = true;
    scene.apply();
    assertThat(Scene.ids(scene.plan())).containsExactly("move-disk/worker-1/scsi0");
  }

  @Test
  void theStateOfATpmMovesOnlyWhileTheVmIsOff() {
    Scene scene = deployed("tpm: true");
    scene.worker("efi_storage: ceph");

    Plan running = scene.plan();
    assertThat(Scene.ids(running)).containsExactly("move-disk/worker-1/efidisk0");
    assertThat(reason(running)).contains("tpmstate0", "only while the VM is off");

    scene.change(3001, guest -> guest.power(Power.STOPPED));
    assertThat(Scene.ids(scene.plan()))
        .containsExactly(
            "move-disk/worker-1/efidisk0", "move-disk/worker-1/tpmstate0", "start/worker-1");
  }
}
