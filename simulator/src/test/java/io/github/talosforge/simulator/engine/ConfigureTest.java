package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.api.ApiFailure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfigureTest {
  private static final String CONFIG = "/nodes/pve1/qemu/100/config";

  private final TestCloud cloud = TestCloud.instant();

  @BeforeEach
  void create() {
    cloud.create(100, "local-lvm", "net0", "virtio,bridge=vmbr0", "memory", "2048");
  }

  private void put(String... parameters) {
    cloud.call("PUT", CONFIG, parameters);
  }

  private Map<String, Object> pending(String key) {
    return cloud.list("/nodes/pve1/qemu/100/pending").stream()
        .filter(item -> item.get("key").equals(key))
        .findFirst()
        .orElse(null);
  }

  @Test
  void stoppedVmTakesEverythingAtOnce() {
    put("cores", "4", "memory", "4096", "tags", "Web,web db", "name", "web");

    assertThat(cloud.config(100))
        .containsEntry("cores", "4")
        .containsEntry("tags", "db;web")
        .containsEntry("name", "web");
    assertThat(cloud.vm(100).pending()).isEmpty();
  }

  @Test
  void runningVmKeepsSomeValuesPendingUntilStopAndStart() {
    cloud.start(100);
    put("cores", "4", "description", "now", "ipconfig0", "ip=10.0.0.2/24", "cpulimit", "2");

    assertThat(pending("cores")).containsOnlyKeys("key", "pending").containsEntry("pending", 4L);
    assertThat(pending("memory")).containsEntry("value", "2048").doesNotContainKey("pending");
    assertThat(cloud.config(100))
        .containsEntry("description", "now")
        .containsEntry("ipconfig0", "ip=10.0.0.2/24")
        .containsEntry("cpulimit", "2")
        .doesNotContainKey("cores");
    assertThat(cloud.get(CONFIG)).containsEntry("cores", 4L);
    assertThat(cloud.get(CONFIG, "current", "1")).doesNotContainKey("cores");
    cloud.run("/nodes/pve1/qemu/100/status/stop");
    cloud.start(100);
    assertThat(cloud.config(100)).containsEntry("cores", "4");
    assertThat(cloud.vm(100).pending()).isEmpty();
  }

  @Test
  void revertDropsWhatIsPending() {
    cloud.start(100);
    put("memory", "4096", "cores", "2");
    put("revert", "memory,cores");

    assertThat(cloud.vm(100).pending()).isEmpty();
    assertThat(cloud.config(100)).containsEntry("memory", "2048");
  }

  @Test
  void pendingDeleteShowsBothFaces() {
    cloud.start(100);
    put("delete", "memory");

    assertThat(pending("memory")).containsEntry("value", "2048").containsEntry("delete", 1);
    assertThat(cloud.get(CONFIG)).doesNotContainKey("memory");
  }

  @Test
  void forcedRemovalThatWaitsFreesTheDiskAtTheNextStart() {
    put("ide0", "local-lvm:1");
    cloud.start(100);
    put("delete", "ide0", "force", "1");
    assertThat(pending("ide0")).containsEntry("delete", 2);
    cloud.run("/nodes/pve1/qemu/100/status/stop");
    cloud.start(100);

    assertThat(cloud.config(100)).doesNotContainKeys("ide0", "unused0");
    assertThat(cloud.volumes()).containsExactly("local-lvm:vm-100-disk-0");
  }

  @Test
  void hotPlugsNetworkAndScsiButNotIde() {
    cloud.start(100);
    put("net1", "virtio,bridge=vmbr0", "scsi1", "local-lvm:1", "ide0", "local-lvm:1");

    assertThat(cloud.config(100)).containsKeys("net1", "scsi1").doesNotContainKey("ide0");
    assertThat(cloud.vm(100).pending()).containsOnlyKeys("ide0");
  }

  @Test
  void diskOptionsWaitAndThrottlesDoNot() {
    cloud.start(100);
    put("scsi0", "local-lvm:vm-100-disk-0,discard=on");
    assertThat(cloud.vm(100).pending()).containsKey("scsi0");
    put("scsi0", "local-lvm:vm-100-disk-0,mbps=100");
    assertThat(cloud.vm(100).pending()).isEmpty();
    assertThat(cloud.config(100).get("scsi0"))
        .isEqualTo("local-lvm:vm-100-disk-0,mbps=100,size=8G");
  }

  @Test
  void bootDiskCannotBeUnplugged() {
    cloud.start(100);
    ApiFailure failure = cloud.refused("PUT", CONFIG, "delete", "scsi0");

    assertThat(failure.status()).isEqualTo(400);
    assertThat(failure.errors())
        .containsEntry("scsi0", "hotplug problem - can't unplug bootdisk 'scsi0'\n");
    assertThat(pending("scsi0")).containsEntry("delete", 1);
    assertThat(cloud.run(CONFIG, "delete", "scsi0"))
        .isEqualTo(
            "400 Parameter verification failed. scsi0: hotplug problem - can't unplug bootdisk"
                + " 'scsi0'");
  }

  @Test
  void anyChangeMovesTheDigestPendingOnesToo() {
    String before = (String) cloud.get(CONFIG).get("digest");
    cloud.start(100);
    put("cores", "2");
    String after = (String) cloud.get(CONFIG).get("digest");

    assertThat(after).isNotEqualTo(before).matches("[0-9a-f]{40}");
    assertThat(cloud.refused("PUT", CONFIG, "name", "x", "digest", before).reason())
        .isEqualTo("checksum mismatch (file change by other user?)");
    put("name", "x", "digest", after);
  }

  @Test
  void newDiskAtAnOldKeyDemotesTheOldOne() {
    put("scsi0", "local-lvm:4");

    assertThat(cloud.config(100))
        .containsEntry("scsi0", "local-lvm:vm-100-disk-1,size=4G")
        .containsEntry("unused0", "local-lvm:vm-100-disk-0");
  }

  @Test
  void resentDriveStringChangesOptionsAndReadsTheSizeAgain() {
    put("scsi0", "local-lvm:vm-100-disk-0,ssd=1,size=1G");

    assertThat(cloud.config(100))
        .containsEntry("scsi0", "local-lvm:vm-100-disk-0,size=8G,ssd=1")
        .doesNotContainKey("unused0");
  }

  @Test
  void detachedDiskBecomesUnusedAndDeletingThatFreesIt() {
    put("delete", "scsi0");
    assertThat(cloud.config(100))
        .containsEntry("unused0", "local-lvm:vm-100-disk-0")
        .containsEntry("boot", "order=net0");
    put("delete", "unused0");
    assertThat(cloud.volumes()).isEmpty();
  }

  @Test
  void protectionForbidsTakingDrivesAway() {
    put("protection", "1");

    assertThat(cloud.refused("PUT", CONFIG, "delete", "scsi0").reason())
        .isEqualTo("can't remove drive 'scsi0' - protection mode enabled");
  }

  @Test
  void newCdDriveIsAppendedToTheBootOrderAndWrongOrderIsRefused() {
    put("ide2", "none,media=cdrom");
    assertThat(cloud.config(100)).containsEntry("boot", "order=scsi0;net0;ide2");
    assertThat(cloud.refused("PUT", CONFIG, "boot", "order=scsi5").reason())
        .isEqualTo("invalid bootorder: device 'scsi5' does not exist'");
  }

  @Test
  void omittedMacIsANewMac() {
    String before = cloud.config(100).get("net0");
    put("net0", "virtio,bridge=vmbr0,tag=7");

    assertThat(cloud.config(100).get("net0"))
        .endsWith(",bridge=vmbr0,tag=7")
        .isNotEqualTo(before + ",tag=7");
  }

  @Test
  void onlyOneCloudInitDrive() {
    put("ide2", "local-lvm:cloudinit");

    assertThat(cloud.refused("PUT", CONFIG, "ide3", "local-lvm:cloudinit").reason())
        .isEqualTo("ide3 - cloud-init drive is already attached at 'ide2'");
  }

  @Test
  void balloonIsAtMostTheMemory() {
    assertThat(cloud.refused("PUT", CONFIG, "balloon", "4096").reason())
        .isEqualTo("balloon value too large (must be smaller than assigned memory)");
  }

  @Test
  void nothingToDoAndUnknownKeysAreRefused() {
    assertThat(cloud.refused("PUT", CONFIG).reason()).isEqualTo("no options specified");
    assertThat(cloud.refused("PUT", CONFIG, "delete", "nonsense").errors())
        .containsEntry("delete", "unknown option 'nonsense'");
    assertThat(cloud.refused("PUT", CONFIG, "numa", "1", "delete", "numa").errors())
        .containsKey("delete");
  }

  @Test
  void backgroundDelayAnswersNullWhenDone() {
    assertThat(cloud.call("POST", CONFIG, "cores", "2", "background_delay", "5")).isNull();
    assertThat(cloud.refused("POST", CONFIG, "boot", "order=x", "background_delay", "5").reason())
        .isEqualTo("failed to update VM 100: invalid bootorder: device 'x' does not exist'");
  }

  @Test
  void wrongHostLooksLikeNoVm() {
    assertThat(cloud.refused("GET", "/nodes/pve2/qemu/100/config").reason())
        .isEqualTo("Configuration file 'nodes/pve2/qemu-server/100.conf' does not exist");
  }

  @Test
  void unlinkWithForceFreesTheDisk() {
    cloud.call("PUT", "/nodes/pve1/qemu/100/unlink", "idlist", "scsi0", "force", "1");

    assertThat(cloud.volumes()).isEmpty();
    assertThat(cloud.config(100)).doesNotContainKeys("scsi0", "unused0");
  }

  @Test
  void whatIsNotModelledIsNotSimulated() {
    assertThat(
            cloud.refused("POST", CONFIG, "import-working-storage", "local", "cores", "1").status())
        .isEqualTo(501);
    assertThat(cloud.engine.operations().find("POST", "/nodes/pve1/qemu/100/monitor")).isEmpty();
    assertThat(List.of(cloud.engine.operations().knows("/nodes/pve1/qemu/100/config")))
        .containsExactly(true);
  }
}
