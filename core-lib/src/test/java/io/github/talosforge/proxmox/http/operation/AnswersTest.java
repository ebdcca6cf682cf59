package io.github.talosforge.proxmox.http.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.proxmox.AclEntry;
import io.github.talosforge.proxmox.Bridge;
import io.github.talosforge.proxmox.ClusterResource;
import io.github.talosforge.proxmox.ClusterStatus;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.GuestInterface;
import io.github.talosforge.proxmox.HaRule;
import io.github.talosforge.proxmox.Permissions;
import io.github.talosforge.proxmox.Pool;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.StorageSummary;
import io.github.talosforge.proxmox.StoredVolume;
import io.github.talosforge.proxmox.TokenSecret;
import io.github.talosforge.proxmox.VmConfig;
import io.github.talosforge.proxmox.VmSnapshot;
import io.github.talosforge.proxmox.VmStatus;
import io.github.talosforge.proxmox.property.CloudInitDrive;
import io.github.talosforge.proxmox.property.Disk;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the client makes of answers, in the types that Proxmox VE really sends. */
class AnswersTest {
  private final AnsweringServer server = new AnsweringServer();
  private final ProxmoxClient client = server.client();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void releases() {
    server.answer(
        "GET", "/version", "{\"version\":\"8.4.1\",\"release\":\"8.4\",\"repoid\":\"ab\"}");
    assertThat(client.version().major()).isEqualTo(8);
    assertThat(client.version().isAtLeast(8, 4)).isTrue();
    assertThat(client.version().isAtLeast(8, 5)).isFalse();
    assertThat(client.version().isAtLeast(9, 0)).isFalse();
    assertThat(server.requests()).as("the release is asked once").hasSize(1);
  }

  @Test
  void permissionsHoldFurtherDownWhereTheyPropagate() {
    server.answer(
        "GET",
        "/access/permissions",
        "{\"/\":{\"Sys.Audit\":1},\"/vms\":{\"VM.Audit\":1,\"VM.Clone\":0},\"/vms/100\":{\"VM.Config.Disk\":1}}");
    Permissions permissions = client.permissions();
    assertThat(permissions.allows("/vms/100", "VM.Config.Disk")).isTrue();
    assertThat(permissions.allows("/vms/100", "VM.Audit")).as("own entries win").isFalse();
    assertThat(permissions.allows("/vms/101", "VM.Audit")).isTrue();
    assertThat(permissions.allows("/vms/101", "VM.Clone")).as("does not propagate").isFalse();
    assertThat(permissions.allows("/vms", "VM.Clone")).isTrue();
    assertThat(permissions.on("/storage/local")).containsExactly("Sys.Audit");
  }

  @Test
  void clusterResourcesOfEverySort() {
    server.answer(
        "GET",
        "/cluster/resources",
        """
        [{"id":"qemu/100","type":"qemu","node":"pve1","vmid":"100","name":"cp-1","status":"running",
          "template":0,"tags":"talos;Prod","lock":"clone","pool":"talos","hastate":"started",
          "maxmem":8589934592,"mem":"1024","maxdisk":34359738368},
         {"id":"storage/pve1/zfs","type":"storage","node":"pve1","storage":"zfs","shared":"1",
          "content":"images,rootdir","status":"available","disk":7},
         {"id":"node/pve1","type":"node","node":"pve1","status":"online","brand-new":{"x":1}}]
        """);
    List<ClusterResource> resources = client.cluster().resources();
    ClusterResource vm = resources.get(0);
    assertThat(vm.isVm()).isTrue();
    assertThat(vm.vmId()).hasValue(100);
    assertThat(vm.tags().text()).isEqualTo("prod;talos");
    assertThat(vm.lock()).contains("clone");
    assertThat(vm.memory()).hasValue(8_589_934_592L);
    assertThat(vm.usedMemory()).hasValue(1024);
    assertThat(resources.get(1).shared()).isTrue();
    assertThat(resources.get(1).storage()).contains("zfs");
    assertThat(resources.get(2).isVm()).isFalse();
  }

  @Test
  void aClusterAndAHostAlone() {
    server.answer(
        "GET",
        "/cluster/status",
        """
        [{"id":"cluster","type":"cluster","name":"lab","quorate":"0","nodes":2},
         {"id":"node/a","type":"node","name":"a","online":1,"local":1,"ip":"10.0.0.1"},
         {"id":"node/b","type":"node","name":"b","online":0,"local":0}]
        """);
    ClusterStatus status = client.cluster().status();
    assertThat(status.name()).contains("lab");
    assertThat(status.quorate()).isFalse();
    assertThat(status.members())
        .containsExactly(
            new ClusterStatus.Member("a", true, true, Optional.of("10.0.0.1")),
            new ClusterStatus.Member("b", false, false, Optional.empty()));
    server.answer("GET", "/cluster/status", "[{\"type\":\"node\",\"name\":\"a\",\"online\":1}]");
    assertThat(client.cluster().status().quorate()).as("a host alone").isTrue();
  }

  @Test
  void aTakenNumberIsNotFree() {
    server.answer("GET", "/cluster/nextid", "\"101\"");
    assertThat(client.cluster().nextId()).isEqualTo(101);
    assertThat(client.cluster().isFree(101)).isTrue();
    server.answer(
        "GET",
        "/cluster/nextid",
        400,
        "{\"data\":null,\"errors\":{\"vmid\":\"VM 100 already exists\"},\"message\":\"Parameter verification failed.\\n\"}");
    assertThat(client.cluster().isFree(100)).isFalse();
  }

  @Test
  void runningAndFinishedTasks() {
    server.answer(
        "GET",
        "/nodes/pve1/tasks",
        "[{\"upid\":\""
            + AnsweringServer.UPID
            + "\",\"status\":\"OK\",\"endtime\":\"1710400000\"},"
            + "{\"upid\":\""
            + AnsweringServer.UPID
            + "\",\"status\":\"RUNNING\"},"
            + "{\"upid\":\""
            + AnsweringServer.UPID
            + "\"}]");
    assertThat(client.host("pve1").tasks())
        .satisfiesExactly(
            ended -> {
              assertThat(ended.isRunning()).isFalse();
              assertThat(ended.ended()).contains(Instant.ofEpochSecond(1_710_400_000));
            },
            running -> assertThat(running.isRunning()).isTrue(),
            running -> assertThat(running.isRunning()).isTrue());
  }

  @Test
  void storagesWithTextsForNumbers() {
    server.answer(
        "GET",
        "/nodes/pve1/storage",
        "[{\"storage\":\"zfs\",\"type\":\"zfspool\",\"content\":\"images,rootdir\",\"active\":\"1\","
            + "\"enabled\":1,\"shared\":0,\"total\":\"1000\",\"used\":10,\"avail\":990.0}]");
    StorageSummary storage = client.storage("pve1", "zfs").status().orElseThrow();
    assertThat(storage.content()).containsExactlyInAnyOrder("images", "rootdir");
    assertThat(storage.active()).isTrue();
    assertThat(storage.shared()).isFalse();
    assertThat(storage.total()).hasValue(1000);
    assertThat(storage.available()).hasValue(990);
    assertThat(client.storage("pve1", "ceph").status()).isEmpty();
  }

  @Test
  void volumes() {
    server.answer(
        "GET",
        "/nodes/pve1/storage/local/content",
        "[{\"volid\":\"local:import/a.qcow2\",\"format\":\"qcow2\",\"size\":\"123\",\"ctime\":1700000000},"
            + "{\"volid\":\"zfs:vm-100-disk-0\",\"format\":\"raw\",\"size\":5,\"vmid\":\"100\",\"protected\":1}]");
    List<StoredVolume> volumes = client.storage("pve1", "local").content();
    assertThat(volumes.get(0).size()).isEqualTo(123);
    assertThat(volumes.get(0).created()).contains(Instant.ofEpochSecond(1_700_000_000));
    assertThat(volumes.get(0).owner()).isEmpty();
    assertThat(volumes.get(1).owner()).hasValue(100);
    assertThat(volumes.get(1).isProtected()).isTrue();
  }

  @Test
  void configurations() {
    server.answer(
        "GET",
        "/nodes/pve1/qemu/100/config",
        """
        {"digest":"ab","cores":4,"memory":"8192","numa":true,"lock":"clone","tags":"b;a",
         "sshkeys":"ssh-ed25519%20AA%2BA%2FB%20me","unused0":"zfs:vm-100-disk-7","numa0":"cpus=0-3",
         "net0":"virtio=BC:24:11:62:36:54,bridge=vmbr0","scsi0":"zfs:vm-100-disk-0,size=32G",
         "ide2":"zfs:vm-100-cloudinit,media=cdrom","scsihw":"virtio-scsi-pci"}
        """);
    VmConfig config = client.vm("pve1", 100).config();
    assertThat(config.digest()).isEqualTo("ab");
    assertThat(config.settings()).doesNotContainKey("digest").containsEntry("cores", "4");
    assertThat(config.text("sshkeys")).contains("ssh-ed25519 AA+A/B me");
    assertThat(config.lock()).contains("clone");
    assertThat(config.tags().names()).containsExactly("a", "b");
    assertThat(config.networkDevices()).containsOnlyKeys("net0");
    assertThat(config.unusedVolumes()).containsOnlyKeys("unused0");
    assertThat(config.drives()).containsOnlyKeys("scsi0", "ide2");
    assertThat(config.drives().get("scsi0")).isInstanceOf(Disk.class);
    assertThat(config.drives().get("ide2")).isInstanceOf(CloudInitDrive.class);
    assertThat(
            config.differencesTo(
                Map.of("memory", "current=8192", "numa", "1", "cores", "8", "onboot", "0")))
        .containsExactly(Map.entry("cores", Optional.of("4")));
  }

  @Test
  void pendingSettings() {
    server.answer(
        "GET",
        "/nodes/pve1/qemu/100/pending",
        "[{\"key\":\"cores\",\"value\":2,\"pending\":4},{\"key\":\"net1\",\"value\":\"virtio\",\"delete\":1},"
            + "{\"key\":\"name\",\"value\":\"a\"},{\"key\":\"numa\",\"pending\":\"1\"},"
            + "{\"key\":\"vcpus\",\"delete\":2}]");
    assertThat(client.vm("pve1", 100).pending())
        .filteredOn(setting -> setting.isPending())
        .extracting(setting -> setting.key())
        .containsExactly("cores", "net1", "numa", "vcpus");
    assertThat(client.vm("pve1", 100).pending().get(0).current()).contains("2");
  }

  @Test
  void snapshotsWithoutThePresentState() {
    server.answer(
        "GET",
        "/nodes/pve1/qemu/100/snapshot",
        "[{\"name\":\"b\",\"parent\":\"a\",\"snaptime\":1767225600,\"vmstate\":1,\"description\":\"\"},"
            + "{\"name\":\"a\",\"snaptime\":\"1767225000\",\"vmstate\":0,\"description\":\"x\"},"
            + "{\"name\":\"current\",\"parent\":\"b\",\"running\":1,\"digest\":\"00\"}]");
    assertThat(client.vm("pve1", 100).snapshots())
        .containsExactly(
            new VmSnapshot(
                "b", Optional.of("a"), Optional.of(Instant.ofEpochSecond(1767225600)), true),
            new VmSnapshot(
                "a", Optional.empty(), Optional.of(Instant.ofEpochSecond(1767225000)), false));
  }

  @Test
  void statusOfAVmUnderHighAvailability() {
    server.answer(
        "GET",
        "/nodes/pve1/qemu/100/status/current",
        "{\"status\":\"running\",\"qmpstatus\":\"running\",\"ha\":{\"managed\":\"1\",\"state\":\"error\"},\"agent\":1,\"uptime\":12,\"vmid\":100}");
    VmStatus status = client.vm("pve1", 100).status();
    assertThat(status.isRunning()).isTrue();
    assertThat(status.haState()).contains("error");
    assertThat(status.agent()).isTrue();
    assertThat(status.template()).isFalse();
  }

  @Test
  void interfacesOfTheGuest() {
    server.answer(
        "GET",
        "/nodes/pve1/qemu/100/agent/network-get-interfaces",
        """
        {"result":[{"name":"lo"},{"name":"eth0","hardware-address":"bc:24:11:62:36:54","ip-addresses":[
          {"ip-address":"10.0.0.7","ip-address-type":"ipv4","prefix":24},
          {"ip-address":"fe80::1","ip-address-type":"ipv6","prefix":64}]}]}
        """);
    List<GuestInterface> interfaces = client.vm("pve1", 100).agentInterfaces();
    assertThat(interfaces.get(0).addresses()).isEmpty();
    assertThat(interfaces.get(1).addresses())
        .containsExactly(
            new GuestInterface.Address("10.0.0.7", "ipv4", 24),
            new GuestInterface.Address("fe80::1", "ipv6", 64));
  }

  @Test
  void poolsWithTheirMembers() {
    server.answer(
        "GET",
        "/pools",
        "[{\"poolid\":\"talos\",\"comment\":\"x\",\"members\":[{\"type\":\"qemu\",\"vmid\":100},"
            + "{\"type\":\"storage\",\"storage\":\"zfs\"}]}]");
    Pool pool = client.pools().find("talos").orElseThrow();
    assertThat(pool.vmIds()).containsExactly(100);
    assertThat(pool.storages()).containsExactly("zfs");
  }

  @Test
  void rulesOfHighAvailability() {
    server.answer("GET", "/version", "{\"version\":\"9.1.3\"}");
    server.answer(
        "GET",
        "/cluster/ha/rules",
        """
        [{"rule":"a","type":"resource-affinity","affinity":"negative","resources":"vm:100,vm:101"},
         {"rule":"b","type":"node-affinity","resources":"vm:100","nodes":"pve1:2,pve2","strict":1,"disable":1},
         {"rule":"c","type":"of-a-later-release"}]
        """);
    assertThat(client.highAvailability().rules())
        .containsExactly(
            HaRule.ResourceAffinity.apart("a", List.of(100, 101)),
            new HaRule.NodeAffinity("b", List.of(100), Map.of("pve1", 2, "pve2", 0), true, true));
    assertThatThrownBy(() -> client.highAvailability().groups())
        .isInstanceOfSatisfying(
            ProxmoxException.class, e -> assertThat(e.kind()).isEqualTo(ErrorKind.NOT_IMPLEMENTED))
        .hasMessage(
            "High availability groups no longer exist in Proxmox VE 9.1.3.\n"
                + "Use rules of high availability.");
  }

  @Test
  void groupsOfHighAvailability() {
    server.answer("GET", "/version", "{\"version\":\"8.4.1\"}");
    server.answer(
        "GET",
        "/cluster/ha/groups",
        "[{\"group\":\"g\",\"nodes\":\"pve1:2,pve2\",\"restricted\":1}]");
    assertThat(client.highAvailability().groups().get(0).hosts())
        .isEqualTo(Map.of("pve1", 2, "pve2", 0));
    assertThatThrownBy(() -> client.highAvailability().rules())
        .hasMessage(
            "High availability rules do not exist yet in Proxmox VE 8.4.1.\n"
                + "Use groups, or upgrade to release 9.");
  }

  @Test
  void accessControl() {
    server.answer(
        "GET",
        "/access/acl",
        "[{\"path\":\"/\",\"roleid\":\"Forge\",\"type\":\"token\",\"ugid\":\"forge@pve!ci\",\"propagate\":1}]");
    assertThat(client.access().acl())
        .containsExactly(AclEntry.ofToken("/", "Forge", "forge@pve!ci"));
    server.answer(
        "GET",
        "/access/users",
        "[{\"userid\":\"forge@pve\",\"enable\":1,\"expire\":0,\"groups\":\"a,b\"}]");
    assertThat(client.access().users().get(0).groups()).containsExactlyInAnyOrder("a", "b");
    assertThat(client.access().users().get(0).expires()).isEmpty();
    server.answer(
        "GET",
        "/access/roles",
        "[{\"roleid\":\"R\",\"privs\":\"VM.Audit,VM.Clone\",\"special\":\"1\"}]");
    assertThat(client.access().roles().get(0).privileges()).hasSize(2);
    assertThat(client.access().roles().get(0).builtIn()).isTrue();
  }

  @Test
  void theSecretOfATokenIsNotShown() {
    assertThat(new TokenSecret("forge@pve!ci", "top")).hasToString("forge@pve!ci=***");
  }

  @Test
  void devicesMappingsAndNetworks() {
    server.answer(
        "GET",
        "/nodes/pve1/hardware/pci",
        "[{\"id\":\"0000:01:00.0\",\"vendor\":\"0x10de\",\"device\":\"0x1\",\"class\":\"0x030000\",\"iommugroup\":\"7\"},"
            + "{\"id\":\"0000:02:00.0\",\"iommugroup\":-1}]");
    assertThat(client.hardware("pve1").pciDevices().get(0).iommuGroup()).hasValue(7);
    assertThat(client.hardware("pve1").pciDevices().get(1).iommuGroup()).isEmpty();
    server.answer(
        "GET",
        "/cluster/mapping/pci",
        "[{\"id\":\"gpu\",\"map\":[\"node=pve1,path=0000:01:00.0,id=10de:1eb8\"],\"checks\":[{\"severity\":\"error\",\"message\":\"gone\"}]}]");
    assertThat(client.hardware("pve1").mappings().get(0).problems()).containsExactly("gone");
    server.answer(
        "GET",
        "/nodes/pve1/network",
        "[{\"iface\":\"vmbr0\",\"type\":\"bridge\",\"active\":1,\"bridge_vlan_aware\":\"1\",\"comments\":\"lan\\n\"}]");
    assertThat(client.network("pve1").bridges())
        .containsExactly(
            new Bridge("vmbr0", "bridge", true, true, Optional.empty(), Optional.of("lan")));
    server.answer("GET", "/cluster/sdn/vnets", "[{\"vnet\":\"v1\",\"zone\":\"z\",\"tag\":\"7\"}]");
    assertThat(client.network("pve1").vnets().get(0).tag()).hasValue(7);
  }
}
