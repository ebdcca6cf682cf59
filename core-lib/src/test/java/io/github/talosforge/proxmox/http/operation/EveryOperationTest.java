package io.github.talosforge.proxmox.http.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.proxmox.AclEntry;
import io.github.talosforge.proxmox.Checksum;
import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.Download;
import io.github.talosforge.proxmox.HaGroup;
import io.github.talosforge.proxmox.HaResource;
import io.github.talosforge.proxmox.HaRule;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.NewVm;
import io.github.talosforge.proxmox.PciMapping;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ResourceSort;
import io.github.talosforge.proxmox.ShutdownOptions;
import io.github.talosforge.proxmox.Token;
import io.github.talosforge.proxmox.Upid;
import io.github.talosforge.proxmox.Upload;
import io.github.talosforge.proxmox.User;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.VmClone;
import io.github.talosforge.proxmox.VmDeletion;
import io.github.talosforge.proxmox.property.DiskSize;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each operation sends, word by word, and that it looks once more before if it is told where;
 * the recorder checks the same against the schema.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryOperationTest {
  private static final String QEMU = "/nodes/pve1/qemu/100";
  private static final String UPID = '"' + AnsweringServer.UPID + '"';

  private final Map<String, Call> calls = new TreeMap<>();
  private AnsweringServer server;

  /** What had been sent at each look. */
  private final List<List<String>> looks = new CopyOnWriteArrayList<>();

  private final Look look = () -> looks.add(server.requests());

  /**
   * A call of an operation.
   *
   * @param name the operation, with a remark behind a blank
   * @param answer the data to answer with
   * @param run calls it
   * @param expected what must be sent
   */
  record Call(String name, String answer, Consumer<ProxmoxClient> run, String expected) {
    String operation() {
      return name.split(" ", 2)[0];
    }

    @Override
    public String toString() {
      return name;
    }
  }

  @BeforeAll
  void open(@TempDir Path folder) throws IOException {
    server = new AnsweringServer();
    reading();
    storage(folder);
    vm();
    vmDisks();
    power();
    pools();
    highAvailability();
    access();
    hardwareAndNetwork();
  }

  @AfterAll
  void close() {
    server.close();
  }

  @BeforeEach
  void forget() {
    server.forgetRequests();
    looks.clear();
  }

  @Test
  void everyOperationOfTheInterfacesIsHere() {
    assertThat(calls.values().stream().map(Call::operation).distinct())
        .containsExactlyInAnyOrderElementsOf(Operations.all());
  }

  List<Call> calls() {
    return List.copyOf(calls.values());
  }

  @ParameterizedTest
  @MethodSource("calls")
  void sendsExactly(Call call) {
    server.answerEverything(call.answer());
    call.run().accept(server.client());
    assertThat(server.requests()).as(call.name()).contains(call.expected());
    assertThat(looks)
        .as("looks before " + call.name())
        .hasSize(Operations.looking().contains(call.operation()) ? 1 : 0)
        .noneMatch(sent -> sent.contains(call.expected()));
  }

  private void on(String name, String answer, Consumer<ProxmoxClient> run, String expected) {
    calls.put(name, new Call(name, answer, run, expected));
  }

  private void task(String name, Consumer<ProxmoxClient> run, String expected) {
    on(name, UPID, run, expected);
  }

  private void nothing(String name, Consumer<ProxmoxClient> run, String expected) {
    on(name, "null", run, expected);
  }

  private void reading() {
    server.answer("GET", "/version", "{\"version\":\"9.1.3\"}");
    on(
        "ProxmoxClient.version",
        "{}",
        unused -> {
          try (ProxmoxClient other = server.anotherClient()) {
            assertThat(other.version().major()).isEqualTo(9);
          }
        },
        "GET /version");
    on("ProxmoxClient.permissions", "{}", ProxmoxClient::permissions, "GET /access/permissions");
    on(
        "ProxmoxClient.permissions of a path",
        "{}",
        c -> c.permissions("/vms/100"),
        "GET /access/permissions path=%2Fvms%2F100");
    on("ProxmoxClient.hosts", "[]", ProxmoxClient::hosts, "GET /nodes");
    on(
        "ProxmoxClient.task",
        "{}",
        c -> c.task(Upid.parse(AnsweringServer.UPID)).await(Duration.ofSeconds(20)),
        "GET /cluster/tasks");
    on("Cluster.resources", "[]", c -> c.cluster().resources(), "GET /cluster/resources");
    on(
        "Cluster.resources of a sort",
        "[]",
        c -> c.cluster().resources(ResourceSort.VM),
        "GET /cluster/resources type=vm");
    on("Cluster.status", "[]", c -> c.cluster().status(), "GET /cluster/status");
    on("Cluster.tasks", "[]", c -> c.cluster().tasks(), "GET /cluster/tasks");
    on("Cluster.options", "{}", c -> c.cluster().options(), "GET /cluster/options");
    on("Cluster.nextId", "\"100\"", c -> c.cluster().nextId(), "GET /cluster/nextid");
    on("Cluster.isFree", "100", c -> c.cluster().isFree(100), "GET /cluster/nextid vmid=100");
    on("Host.storages", "[]", c -> c.host("pve1").storages(), "GET /nodes/pve1/storage");
    on("Host.vms", "[]", c -> c.host("pve1").vms(), "GET /nodes/pve1/qemu");
    on("Host.tasks", "[]", c -> c.host("pve1").tasks(), "GET /nodes/pve1/tasks source=all");
    on(
        "Host.cpuModels",
        "[{\"name\":\"host\",\"custom\":0,\"vendor\":\"default\"}]",
        c -> c.host("pve1").cpuModels(),
        "GET /nodes/pve1/capabilities/qemu/cpu");
    on("Host.state", "{}", c -> c.host("pve1").state(), "GET /nodes/pve1/status");
  }

  private void storage(Path folder) throws IOException {
    String local = "/nodes/pve1/storage/local";
    on(
        "Storage.status",
        "[]",
        c -> c.storage("pve1", "local").status(),
        "GET /nodes/pve1/storage storage=local");
    on(
        "Storage.content",
        "[]",
        c -> c.storage("pve1", "local").content(),
        "GET " + local + "/content");
    on(
        "Storage.content of a type",
        "[]",
        c -> c.storage("pve1", "local").content("import"),
        "GET " + local + "/content content=import");
    on(
        "Storage.contentOf",
        "[]",
        c -> c.storage("pve1", "local").contentOf(100),
        "GET " + local + "/content vmid=100");
    task(
        "Storage.download",
        c ->
            c.storage("pve1", "local")
                .download(
                    Download.of(URI.create("https://factory.example/a.qcow2"), "import", "a.qcow2")
                        .withChecksum(new Checksum("sha256", "ab"))),
        "POST "
            + local
            + "/download-url url=https%3A%2F%2Ffactory.example%2Fa.qcow2&content=import"
            + "&filename=a.qcow2&verify-certificates=1&checksum-algorithm=sha256&checksum=ab");
    Path file = Files.writeString(folder.resolve("a.iso"), "content of the file");
    task(
        "Storage.upload",
        c -> c.storage("pve1", "local").upload(Upload.of(file, "iso", "b.iso")),
        "POST " + local + "/upload (multipart)");
    on(
        "Storage.allocate",
        "\"local:vm-100-data\"",
        c -> c.storage("pve1", "local").allocate(100, "vm-100-data", DiskSize.ofGibibytes(1)),
        "POST " + local + "/content vmid=100&filename=vm-100-data&size=1048576");
    task(
        "Storage.delete",
        c -> c.storage("pve1", "local").delete("local:iso/a.iso", look),
        "DELETE " + local + "/content/local%3Aiso%2Fa.iso");
  }

  private void vm() {
    task(
        "Host.create",
        c ->
            c.host("pve1")
                .create(
                    NewVm.of(100)
                        .with("name", "cp-1")
                        .with("net0", "virtio,bridge=vmbr0")
                        .with("scsi0", "zfs:0,import-from=local:import/a.qcow2")
                        .with("sshkeys", "ssh-ed25519 AA+A me")
                        .with("cipassword", "a word")
                        .inPool("talos")),
        "POST /nodes/pve1/qemu vmid=100&name=cp-1&net0=virtio%2Cbridge%3Dvmbr0"
            + "&scsi0=zfs%3A0%2Cimport-from%3Dlocal%3Aimport%2Fa.qcow2"
            + "&sshkeys=ssh-ed25519%2520AA%252BA%2520me&cipassword=a%20word&pool=talos");
    on("Vm.config", "{}", c -> vm(c).config(), "GET " + QEMU + "/config");
    on("Vm.currentConfig", "{}", c -> vm(c).currentConfig(), "GET " + QEMU + "/config current=1");
    on("Vm.pending", "[]", c -> vm(c).pending(), "GET " + QEMU + "/pending");
    on("Vm.snapshots", "[]", c -> vm(c).snapshots(), "GET " + QEMU + "/snapshot");
    on(
        "Vm.snapshotConfig",
        "{}",
        c -> vm(c).snapshotConfig("before"),
        "GET " + QEMU + "/config snapshot=before");
    on(
        "Vm.status",
        "{\"status\":\"running\"}",
        c -> vm(c).status(),
        "GET " + QEMU + "/status/current");
    task(
        "Vm.cloneTo in full",
        c ->
            vm(c)
                .cloneTo(
                    VmClone.full(101).named("w-1").inPool("talos").copiedTo("zfs").onHost("pve2")),
        "POST " + QEMU + "/clone newid=101&full=1&name=w-1&pool=talos&storage=zfs&target=pve2");
    task(
        "Vm.cloneTo linked",
        c -> vm(c).cloneTo(VmClone.linked(101).describedAs("made here")),
        "POST " + QEMU + "/clone newid=101&full=0&description=made%20here");
    ConfigChange change =
        ConfigChange.none()
            .set("cores", "4")
            .delete("scsi1")
            .delete("net1")
            .revert("memory")
            .ifUnchangedSince("0123456789abcdef0123456789abcdef01234567");
    String form =
        "cores=4&delete=scsi1%2Cnet1&revert=memory&digest=0123456789abcdef0123456789abcdef01234567";
    task("Vm.configure", c -> vm(c).configure(change), "POST " + QEMU + "/config " + form);
    nothing("Vm.configureNow", c -> vm(c).configureNow(change), "PUT " + QEMU + "/config " + form);
    on("Vm.pingAgent", "{\"result\":{}}", c -> vm(c).pingAgent(), "POST " + QEMU + "/agent/ping");
    on(
        "Vm.agentInterfaces",
        "{\"result\":[]}",
        c -> vm(c).agentInterfaces(),
        "GET " + QEMU + "/agent/network-get-interfaces");
    nothing(
        "Vm.regenerateCloudInit", c -> vm(c).regenerateCloudInit(), "PUT " + QEMU + "/cloudinit");
  }

  private void vmDisks() {
    task(
        "Vm.resize",
        c -> vm(c).resize("scsi0", DiskSize.ofGibibytes(40)),
        "PUT " + QEMU + "/resize disk=scsi0&size=40G");
    task(
        "Vm.moveDisk",
        c ->
            vm(c).moveDisk("scsi0", "ceph", true, "0123456789abcdef0123456789abcdef01234567", look),
        "POST "
            + QEMU
            + "/move_disk disk=scsi0&storage=ceph&delete=1"
            + "&digest=0123456789abcdef0123456789abcdef01234567");
    task(
        "Vm.reassignDisk",
        c -> vm(c).reassignDisk("scsi1", 20000, "unused0"),
        "POST " + QEMU + "/move_disk disk=scsi1&target-vmid=20000&target-disk=unused0");
    nothing(
        "Vm.detach",
        c -> vm(c).detach(List.of("scsi1", "scsi2")),
        "PUT " + QEMU + "/unlink idlist=scsi1%2Cscsi2&force=0");
    nothing(
        "Vm.destroyDisks",
        c -> vm(c).destroyDisks(List.of("unused0"), look),
        "PUT " + QEMU + "/unlink idlist=unused0&force=1");
    task(
        "Vm.destroyKept",
        c -> vm(c).destroyKept("unused0", "0123456789abcdef0123456789abcdef01234567", look),
        "POST " + QEMU + "/config delete=unused0&digest=0123456789abcdef0123456789abcdef01234567");
    task("Vm.convertToTemplate", c -> vm(c).convertToTemplate(look), "POST " + QEMU + "/template");
    task(
        "Vm.delete",
        c -> vm(c).delete(VmDeletion.complete(), look),
        "DELETE " + QEMU + " purge=1&destroy-unreferenced-disks=1");
  }

  private void power() {
    task("Vm.start", c -> vm(c).start(), "POST " + QEMU + "/status/start");
    task("Vm.stop", c -> vm(c).stop(look), "POST " + QEMU + "/status/stop");
    task(
        "Vm.stopOverrulingShutdown",
        c -> vm(c).stopOverrulingShutdown(look),
        "POST " + QEMU + "/status/stop overrule-shutdown=1");
    task(
        "Vm.shutdown",
        c ->
            vm(c)
                .shutdown(
                    ShutdownOptions.defaults().within(Duration.ofMinutes(2)).thenStop(), look),
        "POST " + QEMU + "/status/shutdown forceStop=1&timeout=120");
    task(
        "Vm.reboot",
        c -> vm(c).reboot(ShutdownOptions.defaults().within(Duration.ofSeconds(90)), look),
        "POST " + QEMU + "/status/reboot timeout=90");
  }

  private void pools() {
    on("Pools.list", "[]", c -> c.pools().list(), "GET /pools");
    on("Pools.find", "[]", c -> c.pools().find("talos"), "GET /pools poolid=talos");
    nothing(
        "Pools.create",
        c -> c.pools().create("talos", "nodes"),
        "POST /pools poolid=talos&comment=nodes");
    nothing(
        "Pools.addVms",
        c -> c.pools().addVms("talos", List.of(100, 101)),
        "PUT /pools poolid=talos&vms=100%2C101");
    nothing(
        "Pools.removeVms",
        c -> c.pools().removeVms("talos", List.of(100)),
        "PUT /pools poolid=talos&vms=100&delete=1");
    nothing(
        "Pools.addStorages",
        c -> c.pools().addStorages("talos", List.of("zfs")),
        "PUT /pools poolid=talos&storage=zfs");
    nothing(
        "Pools.removeStorages",
        c -> c.pools().removeStorages("talos", List.of("zfs")),
        "PUT /pools poolid=talos&storage=zfs&delete=1");
    nothing("Pools.delete", c -> c.pools().delete("talos"), "DELETE /pools poolid=talos");
  }

  private void highAvailability() {
    String resources = "/cluster/ha/resources";
    String rules = "/cluster/ha/rules";
    on(
        "HighAvailability.resources",
        "[]",
        c -> c.highAvailability().resources(),
        "GET " + resources + " type=vm");
    nothing(
        "HighAvailability.manage",
        c -> c.highAvailability().manage(HaResource.started(100)),
        "POST " + resources + " sid=vm%3A100&state=started");
    nothing(
        "HighAvailability.update",
        c -> c.highAvailability().update(HaResource.started(100).inState("stopped")),
        "PUT " + resources + "/vm%3A100 state=stopped");
    nothing(
        "HighAvailability.release",
        c -> c.highAvailability().release(100),
        "DELETE " + resources + "/vm%3A100");
    HaRule apart = HaRule.ResourceAffinity.apart("cp-apart", List.of(100, 101));
    HaRule near =
        new HaRule.NodeAffinity("cp-near", List.of(100), Map.of("a", 2, "b", 0), true, false);
    on("HighAvailability.rules", "[]", c -> c.highAvailability().rules(), "GET " + rules);
    nothing(
        "HighAvailability.createRule",
        c -> c.highAvailability().createRule(apart),
        "POST "
            + rules
            + " rule=cp-apart&resources=vm%3A100%2Cvm%3A101&disable=0"
            + "&type=resource-affinity&affinity=negative");
    nothing(
        "HighAvailability.updateRule",
        c -> c.highAvailability().updateRule(near),
        "PUT "
            + rules
            + "/cp-near resources=vm%3A100&disable=0&type=node-affinity"
            + "&nodes=a%3A2%2Cb&strict=1");
    nothing(
        "HighAvailability.deleteRule",
        c -> c.highAvailability().deleteRule("cp-near"),
        "DELETE " + rules + "/cp-near");
    groups();
  }

  private void groups() {
    String groups = "/cluster/ha/groups";
    HaGroup group = new HaGroup("prefer-a", Map.of("a", 2, "b", 0), true, false, Optional.of("x"));
    String form = "nodes=a%3A2%2Cb&restricted=1&nofailback=0&comment=x";
    on(
        "HighAvailability.groups",
        "[]",
        onRelease8(c -> c.highAvailability().groups()),
        "GET " + groups);
    nothing(
        "HighAvailability.createGroup",
        onRelease8(c -> c.highAvailability().createGroup(group)),
        "POST " + groups + " group=prefer-a&" + form);
    nothing(
        "HighAvailability.updateGroup",
        onRelease8(c -> c.highAvailability().updateGroup(group)),
        "PUT " + groups + "/prefer-a " + form);
    nothing(
        "HighAvailability.deleteGroup",
        onRelease8(c -> c.highAvailability().deleteGroup("prefer-a")),
        "DELETE " + groups + "/prefer-a");
  }

  /** The release is asked once by each client. */
  private Consumer<ProxmoxClient> onRelease8(Consumer<ProxmoxClient> run) {
    return unused -> {
      server.answer("GET", "/version", "{\"version\":\"8.4.1\"}");
      try (ProxmoxClient other = server.anotherClient()) {
        run.accept(other);
      } finally {
        server.answer("GET", "/version", "{\"version\":\"9.1.3\"}");
      }
    };
  }

  private void access() {
    Token token = Token.of("forge@pve", "ci").expiringAt(Instant.ofEpochSecond(1_800_000_000));
    String tokens = "/access/users/forge%40pve/token";
    on("Access.users", "[]", c -> c.access().users(), "GET /access/users full=1");
    nothing(
        "Access.createUser",
        c -> c.access().createUser(User.of("forge@pve")),
        "POST /access/users userid=forge%40pve&enable=1&expire=0");
    nothing(
        "Access.deleteUser",
        c -> c.access().deleteUser("forge@pve"),
        "DELETE /access/users/forge%40pve");
    on("Access.tokens", "[]", c -> c.access().tokens("forge@pve"), "GET " + tokens);
    on(
        "Access.createToken",
        "{\"full-tokenid\":\"forge@pve!ci\",\"value\":\"v\"}",
        c -> c.access().createToken(token),
        "POST " + tokens + "/ci expire=1800000000&privsep=1");
    nothing(
        "Access.updateToken",
        c -> c.access().updateToken(token),
        "PUT " + tokens + "/ci expire=1800000000&privsep=1");
    nothing(
        "Access.deleteToken",
        c -> c.access().deleteToken("forge@pve", "ci"),
        "DELETE " + tokens + "/ci");
    on("Access.roles", "[]", c -> c.access().roles(), "GET /access/roles");
    nothing(
        "Access.createRole",
        c -> c.access().createRole("Forge", Set.of("VM.Audit", "VM.Allocate")),
        "POST /access/roles roleid=Forge&privs=VM.Allocate%2CVM.Audit");
    nothing(
        "Access.updateRole",
        c -> c.access().updateRole("Forge", Set.of("VM.Audit")),
        "PUT /access/roles/Forge privs=VM.Audit&append=0");
    nothing("Access.deleteRole", c -> c.access().deleteRole("Forge"), "DELETE /access/roles/Forge");
    on("Access.acl", "[]", c -> c.access().acl(), "GET /access/acl");
    nothing(
        "Access.grant to a user",
        c -> c.access().grant(AclEntry.ofUser("/pool/talos", "Forge", "forge@pve")),
        "PUT /access/acl path=%2Fpool%2Ftalos&roles=Forge&users=forge%40pve&propagate=1");
    nothing(
        "Access.grant to a token",
        c -> c.access().grant(AclEntry.ofToken("/pool/talos", "Forge", "forge@pve!ci")),
        "PUT /access/acl path=%2Fpool%2Ftalos&roles=Forge&tokens=forge%40pve%21ci&propagate=1");
    nothing(
        "Access.revoke",
        c -> c.access().revoke(AclEntry.ofUser("/pool/talos", "Forge", "forge@pve")),
        "PUT /access/acl path=%2Fpool%2Ftalos&roles=Forge&users=forge%40pve&propagate=1&delete=1");
  }

  private void hardwareAndNetwork() {
    String mappings = "/cluster/mapping/pci";
    PciMapping gpu =
        PciMapping.of(
            "gpu",
            List.of(
                "node=pve1,path=0000:01:00.0,id=10de:1eb8",
                "node=pve2,path=0000:02:00.0,id=10de:1eb8"));
    String form =
        "mdev=0&map=node%3Dpve1%2Cpath%3D0000%3A01%3A00.0%2Cid%3D10de%3A1eb8"
            + "&map=node%3Dpve2%2Cpath%3D0000%3A02%3A00.0%2Cid%3D10de%3A1eb8";
    on(
        "Hardware.pciDevices",
        "[]",
        c -> c.hardware("pve1").pciDevices(),
        "GET /nodes/pve1/hardware/pci");
    on(
        "Hardware.mappings",
        "[]",
        c -> c.hardware("pve1").mappings(),
        "GET " + mappings + " check-node=pve1");
    nothing(
        "Hardware.createMapping",
        c -> c.hardware("pve1").createMapping(gpu),
        "POST " + mappings + " id=gpu&" + form);
    nothing(
        "Hardware.updateMapping",
        c -> c.hardware("pve1").updateMapping(gpu),
        "PUT " + mappings + "/gpu " + form);
    nothing(
        "Hardware.deleteMapping",
        c -> c.hardware("pve1").deleteMapping("gpu"),
        "DELETE " + mappings + "/gpu");
    on(
        "Network.bridges",
        "[]",
        c -> c.network("pve1").bridges(),
        "GET /nodes/pve1/network type=any_bridge");
    on("Network.vnets", "[]", c -> c.network("pve1").vnets(), "GET /cluster/sdn/vnets");
  }

  private static Vm vm(ProxmoxClient client) {
    return client.vm("pve1", 100);
  }
}
