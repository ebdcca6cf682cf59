package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrivilegeTest {
  private static final String CONFIG = "/nodes/pve1/qemu/100/config";

  private final TestCloud cloud = TestCloud.instant();

  @BeforeEach
  void create() {
    cloud.create(100, "local-lvm");
  }

  @ParameterizedTest
  @CsvSource({
    "cores,4,VM.Config.CPU",
    "numa0,cpus=0,VM.Config.CPU",
    "memory,1024,VM.Config.Memory",
    "machine,q35,VM.Config.HWType",
    "smbios1,uuid=1,VM.Config.HWType",
    "serial0,socket,VM.Config.HWType",
    "name,x,VM.Config.Options",
    "tags,x,VM.Config.Options",
    "agent,1,VM.Config.Options",
    "boot,order=scsi0,VM.Config.Disk",
    "net0,virtio,VM.Config.Network",
    "scsi1,local-lvm:1,VM.Config.Disk",
    "ide2,'none,media=cdrom',VM.Config.CDROM"
  })
  void eachKeyNeedsItsPrivilege(String key, String value, String privilege) {
    String other = privilege.equals("VM.Config.Memory") ? "VM.Config.CPU" : "VM.Config.Memory";
    TestCloud robot =
        cloud.as(
            TestCloud.granted("/vms/100 " + other, "/storage/local-lvm Datastore.AllocateSpace"));
    TestCloud fitting =
        cloud.as(
            TestCloud.granted(
                "/vms/100 " + privilege, "/storage/local-lvm Datastore.AllocateSpace"));

    assertThat(robot.refused("PUT", CONFIG, key, value).reason())
        .isEqualTo("Permission check failed (/vms/100, " + privilege + ")");
    assertThat(fitting.call("PUT", CONFIG, key, value)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "args",
        "lock",
        "hugepages",
        "keephugepages",
        "affinity",
        "vmgenid",
        "arch",
        "ivshmem",
        "spice_enhancements",
        "amd-sev",
        "intel-tdx",
        "parallel0"
      })
  void rootOnlyKeysAreRefusedForEveryTokenWithoutAnyEffect(String key) {
    assertThat(cloud.refused("PUT", CONFIG, key, "1", "name", "other").reason())
        .isEqualTo("only root can set '" + key + "' config");
    assertThat(cloud.refused("PUT", CONFIG, "delete", key).reason())
        .isEqualTo("only root can set '" + key + "' config");
    assertThat(cloud.config(100)).containsEntry("name", "vm100");
    assertThat(cloud.as(TestCloud.ROOT).call("PUT", CONFIG, key, "1")).isNull();
  }

  @Test
  void startupAlsoNeedsSysModify() {
    TestCloud robot = cloud.as(TestCloud.granted("/vms/100 VM.Config.Options"));

    assertThat(robot.refused("PUT", CONFIG, "startup", "order=1").reason())
        .isEqualTo("Permission check failed (/, Sys.Modify)");
  }

  @Test
  void cloudInitKeysNeedOneOfTwo() {
    assertThat(
            cloud
                .as(TestCloud.granted("/vms/100 VM.Config.CPU"))
                .refused("PUT", CONFIG, "ipconfig0", "ip=dhcp")
                .reason())
        .isEqualTo("Permission check failed (/vms/100, VM.Config.Cloudinit|VM.Config.Network)");
    cloud
        .as(TestCloud.granted("/vms/100 VM.Config.Network"))
        .call("PUT", CONFIG, "ipconfig0", "ip=dhcp");
  }

  @Test
  void hostDevicesAreForRootAndMappedOnesForWhoMayUseThem() {
    assertThat(cloud.refused("PUT", CONFIG, "hostpci0", "0000:01:00.0").reason())
        .isEqualTo("only root can set 'hostpci0' config for non-mapped devices");
    assertThat(cloud.refused("PUT", CONFIG, "serial0", "/dev/ttyS0").reason())
        .isEqualTo("only root can modify 'serial0' config for real devices");
    assertThat(
            cloud
                .as(TestCloud.granted("/vms/100 VM.Config.HWType"))
                .refused("PUT", CONFIG, "hostpci0", "mapping=gpu")
                .reason())
        .isEqualTo("Permission check failed (/mapping/pci/gpu, Mapping.Use)");
    assertThat(
            cloud
                .as(TestCloud.granted("/vms/100 VM.Config.HWType"))
                .refused("PUT", CONFIG, "rng0", "source=/dev/hwrng")
                .reason())
        .isEqualTo("Permission check failed (/mapping/hwrng, Mapping.Use)");
  }

  @Test
  void vlanNeedsItsOwnPath() {
    TestCloud robot = cloud.as(TestCloud.granted("/vms/100 VM.Config.Network"));

    assertThat(robot.refused("PUT", CONFIG, "net0", "virtio,bridge=vmbr0,tag=7").reason())
        .isEqualTo("Permission check failed (/sdn/zones/localnetwork/vmbr0/7, SDN.Use)");
  }

  @Test
  void createInAPoolNeedsRightsThereOnly() {
    cloud.post("/pools", "poolid", "lab");
    List<String> grants =
        List.of(
            "/pool/lab VM.Allocate",
            "/pool/lab VM.Config.Options",
            "/storage/local-lvm Datastore.AllocateSpace");
    TestCloud robot = cloud.as(TestCloud.granted(grants.toArray(String[]::new)));
    String[] call = {"vmid", "101", "name", "a", "scsi0", "local-lvm:1"};

    assertThat(robot.refused("POST", "/nodes/pve1/qemu", call).reason())
        .isEqualTo("Permission check failed");
    assertThat(
            robot.run(
                "/nodes/pve1/qemu",
                "vmid",
                "101",
                "name",
                "a",
                "scsi0",
                "local-lvm:1",
                "pool",
                "lab"))
        .isEqualTo("OK");
    assertThat(robot.refused("POST", "/nodes/pve1/qemu", "vmid", "102", "pool", "none").reason())
        .isEqualTo("Permission check failed (pool 'none' does not exist)");
  }

  @Test
  void everyOperationOnAVmNeedsSomething() {
    TestCloud nobody = cloud.as(TestCloud.granted());

    assertThat(
            List.of(
                nobody.refused("GET", CONFIG).reason(),
                nobody.refused("DELETE", "/nodes/pve1/qemu/100").reason(),
                nobody.refused("POST", "/nodes/pve1/qemu/100/template").reason(),
                nobody.refused("POST", "/nodes/pve1/qemu/100/status/start").reason(),
                nobody.refused("POST", "/nodes/pve1/qemu/100/migrate", "target", "pve2").reason(),
                nobody.refused("POST", "/nodes/pve1/qemu/100/clone", "newid", "9").reason(),
                nobody
                    .refused("PUT", "/nodes/pve1/qemu/100/resize", "disk", "scsi0", "size", "1G")
                    .reason()))
        .containsExactly(
            "Permission check failed (/vms/100, VM.Audit)",
            "Permission check failed (/vms/100, VM.Allocate)",
            "Permission check failed (/vms/100, VM.Allocate)",
            "Permission check failed (/vms/100, VM.PowerMgmt)",
            "Permission check failed (/vms/100, VM.Migrate)",
            "Permission check failed (/vms/100, VM.Clone)",
            "Permission check failed (/vms/100, VM.Config.Disk)");
  }
}
