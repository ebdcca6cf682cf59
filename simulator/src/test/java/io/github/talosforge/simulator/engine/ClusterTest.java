package io.github.talosforge.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.PciDevice;
import io.github.talosforge.simulator.world.Vnet;
import io.github.talosforge.simulator.world.Zone;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterTest {
  private final TestCloud cloud = TestCloud.instant();

  @Test
  void nextIdReservesNothing() {
    assertThat(cloud.call("GET", "/cluster/nextid")).isEqualTo("100");
    assertThat(cloud.call("GET", "/cluster/nextid")).isEqualTo("100");
    cloud.create(100, "local-lvm");
    assertThat(cloud.call("GET", "/cluster/nextid")).isEqualTo("101");
    assertThat(cloud.refused("GET", "/cluster/nextid", "vmid", "100").errors())
        .containsEntry("vmid", "VM 100 already exists");
  }

  @Test
  void aHostTellsItsResolverItsClockAndItsHostsFile() {
    assertThat(cloud.get("/nodes/pve1/dns")).containsOnlyKeys("search", "dns1");
    assertThat(cloud.get("/nodes/pve1/time"))
        .containsEntry("timezone", "UTC")
        .containsEntry("time", cloud.engine.world().now().getEpochSecond());
    Map<String, Object> file = cloud.get("/nodes/pve2/hosts");
    assertThat(file.get("data").toString()).contains("192.168.1.11 pve1.example.org pve1\n");
    assertThat(file.get("digest")).asString().matches("[0-9a-f]{40}");
  }

  @Test
  void listsFollowNamesAndStatesLateButLocksAndTagsAtOnce() {
    TestCloud timed = TestCloud.timed();
    timed.create(100, "local-lvm");
    timed.pass(Duration.ofSeconds(20));
    timed.call("PUT", "/nodes/pve1/qemu/100/config", "name", "new", "tags", "x");
    timed.post("/nodes/pve1/qemu/100/status/start");
    timed.pass(Duration.ofSeconds(3));

    assertThat(timed.resource(100))
        .containsEntry("tags", "x")
        .containsEntry("name", "vm100")
        .containsEntry("status", "stopped");
    assertThat(timed.get("/nodes/pve1/qemu/100/status/current")).containsEntry("status", "running");
    timed.pass(Duration.ofSeconds(10));
    assertThat(timed.resource(100)).containsEntry("name", "new").containsEntry("status", "running");
  }

  @Test
  void listsAreFilteredSilently() {
    cloud.create(100, "local-lvm");
    cloud.create(101, "local-lvm");
    TestCloud robot = cloud.as(TestCloud.granted("/vms/101 VM.Audit"));

    assertThat(robot.list("/cluster/resources", "type", "vm"))
        .extracting(entry -> entry.get("vmid"))
        .containsExactly(101);
    assertThat(robot.list("/cluster/resources", "type", "storage")).isEmpty();
    assertThat(robot.list("/cluster/resources", "type", "node"))
        .hasSize(2)
        .allSatisfy(entry -> assertThat(entry).doesNotContainKey("maxmem"));
    assertThat(robot.list("/nodes/pve1/qemu")).hasSize(1);
  }

  @Test
  void deadHostAnswersNothingAndItsVmsAreUnknown() {
    cloud.create(100, "local-lvm");
    cloud.start(100);
    cloud.engine.interventions().host("pve1", false);

    assertThat(cloud.refused("GET", "/nodes/pve1/qemu/100/config").status()).isEqualTo(595);
    assertThat(cloud.resource(100)).containsEntry("status", "unknown").doesNotContainKey("name");
    assertThat(cloud.list("/nodes").get(0)).containsEntry("status", "offline");
    assertThat(cloud.refused("GET", "/nodes/elsewhere/qemu").reason())
        .startsWith("hostname lookup 'elsewhere' failed");
  }

  @Test
  void returningHostStartsWhatStartsOnBoot() {
    cloud.create(100, "local-lvm", "onboot", "1");
    cloud.create(101, "local-lvm");
    cloud.engine.interventions().host("pve1", false);
    cloud.engine.interventions().host("pve1", true);

    assertThat(cloud.vm(100).isRunning()).isTrue();
    assertThat(cloud.vm(101).isRunning()).isFalse();
  }

  @Test
  void withoutQuorumNothingIsWritten() {
    cloud.create(100, "local-lvm");
    cloud.engine.interventions().quorum(false);

    assertThat(cloud.refused("POST", "/nodes/pve1/qemu", "vmid", "101").reason())
        .isEqualTo("cluster not ready - no quorum?");
    assertThat(cloud.refused("POST", "/nodes/pve1/qemu/100/status/start").reason())
        .isEqualTo("cluster not ready - no quorum?");
    assertThat(cloud.refused("PUT", "/nodes/pve1/qemu/100/config", "cores", "2").reason())
        .contains("Permission denied");
    assertThat(cloud.list("/cluster/status").get(0)).containsEntry("quorate", 0);
    assertThat(cloud.config(100)).doesNotContainKey("cores");
    assertThat(cloud.vm(100).pending()).isEmpty();
  }

  @Test
  void withoutQuorumAVmThatCannotBeMadeKeepsItsLock() {
    TestCloud timed = TestCloud.timed();
    String task = timed.post("/nodes/pve1/qemu", "vmid", "100", "scsi0", "local-lvm:1");
    timed.engine.interventions().quorum(false);

    assertThat(timed.exit(task)).contains("Permission denied");
    assertThat(timed.config(100)).containsOnly(Map.entry("lock", "create"));
    assertThat(timed.volumes()).isEmpty();
  }

  @Test
  void poolsHoldVmsAndRefuseToGoWhileFull() {
    cloud.post("/pools", "poolid", "lab", "comment", "c");
    cloud.create(100, "local-lvm");
    cloud.call("PUT", "/pools", "poolid", "lab", "vms", "100");

    assertThat(cloud.resource(100)).containsEntry("pool", "lab");
    assertThat(cloud.refused("DELETE", "/pools", "poolid", "lab").reason())
        .isEqualTo("delete pool failed: pool 'lab' is not empty (contains VM 100)");
    assertThat(cloud.refused("POST", "/pools", "poolid", "lab").reason())
        .isEqualTo("create pool failed: pool 'lab' already exists");
    cloud.post("/pools", "poolid", "other");
    assertThat(cloud.refused("PUT", "/pools/other", "vms", "100").reason())
        .isEqualTo(
            "update pools failed: VM 100 belongs already to pool 'lab' and 'allow-move' is not"
                + " set");
    cloud.call("PUT", "/pools/other", "vms", "100", "allow-move", "1");
    assertThat(cloud.world.poolOf(100)).isEqualTo("other");
    cloud.call("DELETE", "/pools/lab");
    assertThat(cloud.list("/pools")).hasSize(1);
  }

  @Test
  void tasksAreSeenByTheirOwners() {
    cloud.create(100, "local-lvm");
    String upid = cloud.world.tasks().keySet().iterator().next();
    TestCloud stranger = cloud.as(TestCloud.granted());

    assertThat(upid).matches("UPID:pve1:[0-9A-F]{8}:[0-9A-F]{8,9}:[0-9A-F]{8}:qmcreate:100:.*:");
    assertThat(cloud.get("/nodes/pve1/tasks/" + upid + "/status"))
        .containsEntry("status", "stopped")
        .containsEntry("exitstatus", "OK")
        .containsEntry("user", "root@pam")
        .containsEntry("tokenid", "ci");
    assertThat(cloud.list("/nodes/pve1/tasks", "vmid", "100", "typefilter", "qmcreate")).hasSize(1);
    assertThat(cloud.list("/nodes/pve1/tasks/" + upid + "/log", "limit", "1")).hasSize(1);
    assertThat(cloud.list("/nodes/pve1/tasks/" + upid + "/log", "limit", "0"))
        .last()
        .satisfies(line -> assertThat(line).containsEntry("t", "TASK OK"));
    assertThat(stranger.list("/nodes/pve1/tasks")).isEmpty();
    assertThat(stranger.list("/cluster/tasks")).isEmpty();
    assertThat(stranger.refused("GET", "/nodes/pve1/tasks/" + upid + "/status").reason())
        .isEqualTo("Permission check failed (/nodes/pve1, Sys.Audit)");
    assertThat(
            cloud
                .refused("GET", "/nodes/pve1/tasks/" + upid.replace("100", "1") + "/status")
                .errors())
        .containsEntry("upid", "no such task");
  }

  @Test
  void devicesAndMappingsAreSeeded() {
    PciDevice gpu =
        new PciDevice("0000:01:00.0", "0x10de", "0x2204", "0x030000", 14, "NVIDIA", "GPU");
    TestCloud lab = TestCloud.of(b -> b.host(Host.ordinary("pve1", 1).withDevices(List.of(gpu))));

    assertThat(lab.list("/nodes/pve1/hardware/pci"))
        .singleElement()
        .satisfies(entry -> assertThat(entry).containsEntry("iommugroup", 14));
    assertThat(lab.list("/nodes/pve1/hardware/pci", "pci-class-blacklist", "03")).isEmpty();
    lab.call(
        "POST",
        "/cluster/mapping/pci",
        "id",
        "gpu",
        "map",
        "node=pve1,path=0000:01:00.0,id=10de:2204,iommugroup=14");
    lab.create(100, "local-lvm", "hostpci0", "mapping=gpu");
    lab.start(100);
    lab.run("/nodes/pve1/qemu/100/status/stop");
    lab.call(
        "PUT",
        "/cluster/mapping/pci/gpu",
        "map",
        "node=pve1,path=0000:01:00.0,id=10de:2204,iommugroup=15");
    assertThat(lab.run("/nodes/pve1/qemu/100/status/start"))
        .startsWith("PCI device mapping invalid (hardware probably changed): 'iommugroup'");
    lab.call("DELETE", "/cluster/mapping/pci/gpu");
    assertThat(lab.run("/nodes/pve1/qemu/100/status/start"))
        .isEqualTo("PCI device mapping not found for 'gpu'");
    assertThat(lab.as(TestCloud.granted()).list("/cluster/mapping/pci")).isEmpty();
  }

  @Test
  void bridgesAndVnetsAreShownToWhoMayUseThem() {
    TestCloud lab =
        TestCloud.of(
            b -> b.hosts(1).zone(new Zone("z1", "vlan")).vnet(new Vnet("v1", "z1", 7, null)));

    assertThat(lab.list("/nodes/pve1/network", "type", "any_bridge"))
        .extracting(entry -> entry.get("iface"))
        .containsExactly("vmbr0", "v1");
    assertThat(
            lab.as(TestCloud.granted("/sdn/zones/z1/v1 SDN.Use"))
                .list("/nodes/pve1/network", "type", "any_bridge"))
        .extracting(entry -> entry.get("iface"))
        .containsExactly("v1");
    assertThat(lab.list("/cluster/sdn/vnets").get(0)).containsEntry("zone", "z1");
    assertThat(lab.list("/cluster/sdn/zones")).hasSize(1);
    lab.create(100, "local-lvm", "net0", "virtio,bridge=v1");
    lab.start(100);
  }

  @Test
  void versionAndHostsSpeakLikeTheRelease() {
    assertThat(cloud.get("/version")).containsEntry("release", "9.2");
    assertThat(cloud.list("/nodes")).extracting(e -> e.get("node")).containsExactly("pve1", "pve2");
    assertThat(cloud.get("/nodes/pve1/status").get("pveversion").toString())
        .startsWith("pve-manager/9.2");
    assertThat(cloud.list("/cluster/status").get(1)).containsEntry("online", 1);
  }
}
