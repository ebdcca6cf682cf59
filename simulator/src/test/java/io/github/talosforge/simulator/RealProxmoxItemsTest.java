package io.github.talosforge.simulator;

import static io.github.talosforge.simulator.Calls.PVE1;
import static io.github.talosforge.simulator.Calls.assertFailed;
import static io.github.talosforge.simulator.Calls.data;
import static io.github.talosforge.simulator.Calls.fields;
import static io.github.talosforge.simulator.Calls.json;
import static io.github.talosforge.simulator.Calls.task;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.simulator.world.Personality;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.StorageType;
import io.github.talosforge.simulator.world.Vm;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The simulator says what the daemons of Proxmox VE 9.2.11 were recorded to say, by the items of
 * the comparison with them.
 */
class RealProxmoxItemsTest {
  private static final String NFS = PVE1 + "/storage/nfs/content";

  /** Two hosts with the usual storages; each test has ids of its own. */
  private static final Simulator TWO = Simulator.builder().hosts(2).start();

  private Calls on = new Calls(TWO);

  @AfterAll
  static void stop() {
    TWO.close();
  }

  @ParameterizedTest
  @CsvSource({
    "content checksum-algorithm checksum filename, 200",
    "content filename, 200",
    "content checksum checksum-algorithm filename, 400",
    "filename content, 400",
    "content tmpfilename filename, 400"
  })
  void item1AnUploadTakesItsPartsInOneOrderOnly(String parts, int status) throws IOException {
    RawClient.Reply reply = on.upload(parts.split(" "));
    assertThat(reply.status()).isEqualTo(status);
    if (status == 400) {
      assertThat(reply.reason()).isEqualTo("Bad Request");
      assertThat(reply.body()).isEmpty();
    }
  }

  @Test
  void item4PowerCallsOfAMissingVmAreTasksThatFail() {
    String missing = "unable to find configuration file for VM 999 on node 'pve1'";
    String qemu = PVE1 + "/qemu/999/";
    assertThat(on.exit(on.post(qemu + "status/start")))
        .isEqualTo("Configuration file 'nodes/pve1/qemu-server/999.conf' does not exist");
    assertThat(on.exit(on.post(qemu + "status/stop"))).isEqualTo(missing);
    assertThat(on.exit(on.post(qemu + "status/shutdown", "forceStop", "1"))).isEqualTo(missing);
    assertFailed(500, missing, on.post(qemu + "status/reboot"));
    assertFailed(500, missing, on.post(qemu + "status/reset"));
    assertFailed(500, missing, on.post(qemu + "clone", "newid", "888"));
    assertFailed(500, missing, on.get(qemu + "feature", "feature", "clone"));
  }

  @ParameterizedTest
  @CsvSource({
    "nfs:100/vm-100-disk-7.raw, volume_size_info on 'nfs:100/vm-100-disk-7.raw' failed - no format",
    "local:iso/none.iso, volume_size_info on 'local:iso/none.iso' failed - no format",
    "local-lvm:vm-100-disk-7, can't get size of '/dev/pve/vm-100-disk-7'"
  })
  void item5AMissingVolumeIsSaidByItsStorage(String volid, String text) {
    String storage = volid.substring(0, volid.indexOf(':'));
    RawClient.Reply reply = on.get(PVE1 + "/storage/" + storage + "/content/" + volid);
    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.reason()).startsWith(text);
  }

  @Test
  void item6MoreProcessorsThanTheHostHasAreRefusedAtTheStart() {
    on.create(106, "cores", "9", "sockets", "2");
    assertThat(on.exit(on.post(PVE1 + "/qemu/106/status/start")))
        .isEqualTo("MAX 16 vcpus allowed per VM on this node");
    on.put(PVE1 + "/qemu/106/config", "cores", "8");
    assertThat(on.exit(on.post(PVE1 + "/qemu/106/status/start"))).isEqualTo("OK");
  }

  @Test
  void item7ToRemoveAFileThatIsNotThereSucceeds() {
    String upid = task(on.delete(NFS + "/nfs:200/vm-200-disk-9.raw"));
    assertThat(on.log(upid))
        .containsExactly(
            "disk image '/mnt/pve/nfs/images/200/vm-200-disk-9.raw' does not exist",
            "Removed volume 'nfs:200/vm-200-disk-9.raw'",
            "TASK OK");
    assertThat(on.exit(on.delete(PVE1 + "/storage/local-lvm/content/local-lvm:vm-200-disk-9")))
        .isEqualTo("volume 'local-lvm:vm-200-disk-9' does not exist");
  }

  @Test
  void item8RulesAreRefusedInTheWordsOfTheirCheck() {
    for (int id = 801; id <= 803; id++) {
      on.create(id);
      assertThat(on.post("/cluster/ha/resources", "sid", "vm:" + id, "state", "stopped").status())
          .isEqualTo(200);
    }
    String many = "create ha rule failed: 400 Rule 'r1' is invalid.";
    RawClient.Reply refused = on.rule("r1", "negative", "vm:801,vm:802,vm:803");
    assertFailed(500, many, refused);
    assertThat(json(refused).path("message").asText())
        .isEqualTo(many + "\nresources: rule defines more resources than available nodes\n");
    assertThat(json(refused).has("errors")).isFalse();
    assertThat(json(on.rule("r1", "negative", "vm:801")).path("message").asText())
        .isEqualTo(
            many + "\nresources: rule is ineffective as there are less than two resources\n");
    assertFailed(
        500,
        "create ha rule failed: cannot use unmanaged resource(s) vm:999.",
        on.rule("r1", "positive", "vm:801,vm:999"));
    assertThat(on.rule("r1", "negative", "vm:801,vm:802").status()).isEqualTo(200);
    JsonNode shown = data(on.get("/cluster/ha/rules/r1"));
    assertThat(shown.path("order").asInt()).isEqualTo(1);
    assertThat(shown.path("digest").asText()).hasSize(40);
    assertThat(on.delete("/cluster/ha/rules/r9").status()).isEqualTo(200);
    assertFailed(
        500,
        "create ha rule failed: cannot use non-existent node(s) pve9.",
        on.post(
            "/cluster/ha/rules",
            "rule",
            "r2",
            "type",
            "node-affinity",
            "resources",
            "vm:801",
            "nodes",
            "pve9"));
  }

  @Test
  void item8ResourcesShowWhatWasSetAndAStateOnceTheManagerLooked() {
    on.create(804);
    assertFailed(
        500,
        "resource 'vm:999' does not exist in cluster",
        on.post("/cluster/ha/resources", "sid", "vm:999"));
    assertFailed(500, "invalid VMID", on.post("/cluster/ha/resources", "sid", "vm:804x"));
    assertFailed(
        500,
        "update resources config failed: no such resource 'vm:77'",
        on.put("/cluster/ha/resources/vm:77", "state", "stopped"));
    on.post("/cluster/ha/resources", "sid", "vm:804", "state", "stopped");
    assertThat(fields(data(on.get("/cluster/ha/resources/vm:804"))))
        .containsExactlyInAnyOrder("sid", "type", "state", "digest");
    try (Simulator slow = Simulator.builder().timeScale(1).start()) {
      on = new Calls(slow);
      on.post(PVE1 + "/qemu", "vmid", "805");
      slow.world().locked(() -> slow.world().vms().get(805).config().remove("lock"));
      on.post("/cluster/ha/resources", "sid", "vm:805", "state", "stopped");
      assertThat(data(on.get(PVE1 + "/qemu/805/status/current")).path("ha").path("state").isNull())
          .isTrue();
    }
  }

  @Test
  void item9AVmThatBootsFromNothingHasABlankOrder() {
    on.create(109);
    assertThat(on.config(109).path("boot").asText()).isEqualTo(" ");
    on.create(110, "scsi0", "nfs:1");
    on.put(PVE1 + "/qemu/110/config", "delete", "scsi0");
    assertThat(on.config(110).path("boot").asText()).isEqualTo(" ");
  }

  @Test
  void item10WhatWaitsTakesEffectWithAStopThroughTheApi() {
    on.create(111, "scsi0", "nfs:1", "boot", "order=scsi0", "cores", "1");
    String qemu = PVE1 + "/qemu/111/";
    on.post(qemu + "status/start");
    on.put(qemu + "config", "cores", "2");
    on.post(qemu + "status/stop");
    assertThat(on.config(111, "current", "1").path("cores").asInt()).isEqualTo(2);

    on.post(qemu + "status/start");
    on.put(qemu + "config", "cores", "3");
    TWO.world()
        .locked(
            () -> {
              Vm vm = TWO.world().vms().get(111);
              vm.process(null);
              return vm;
            });
    assertThat(on.config(111, "current", "1").path("cores").asInt()).isEqualTo(2);
    assertThat(on.config(111).path("cores").asInt()).isEqualTo(3);
  }

  @Test
  void item10ImagesNameTheirBackingFile() {
    on.create(112, "scsi0", "nfs:1");
    on.post(PVE1 + "/qemu/112/template");
    on.post(PVE1 + "/qemu/112/clone", "newid", "113");
    assertThat(on.volume("nfs:112/base-112-disk-0.raw").get("parent").isNull()).isTrue();
    assertThat(
            on.volume("nfs:112/base-112-disk-0.raw/113/vm-113-disk-0.qcow2").get("parent").asText())
        .isEqualTo("../112/base-112-disk-0.raw");
  }

  @Test
  void item11ValuesReadBackAsTheFileKeepsThem() {
    on.create(
        114,
        "description",
        "trailing\n\n",
        "scsi0",
        "nfs:1,iothread=on,ssd=yes",
        "ide2",
        "nfs:cloudinit");
    assertThat(on.config(114).path("description").asText()).isEqualTo("trailing");
    assertThat(on.config(114).path("scsi0").asText()).contains("iothread=1", "ssd=1");
    assertThat(on.config(114).path("ide2").asText())
        .isEqualTo("nfs:114/vm-114-cloudinit.qcow2,media=cdrom");
    on.put(PVE1 + "/qemu/114/config", "description", "");
    assertThat(on.config(114).has("description")).isFalse();
    on.post(PVE1 + "/qemu/114/clone", "newid", "115");
    assertThat(on.config(115).path("ide2").asText()).endsWith(",size=4M");
  }

  @ParameterizedTest
  @CsvSource({
    "cpu, foo, invalid format - Built-in cputype 'foo' is not defined (missing 'custom-' prefix?)",
    "cpu, custom-foo, invalid format - Custom cputype 'foo' not found",
    "ipconfig1, gw=1.2.3.4, invalid format - format error|ipconfig1.ip: missing property required"
        + " by 'ipconfig1.gw'",
    "scsi0, 'nfs:8,foo=1', invalid format - format error|scsi0.foo: property is not defined in"
        + " schema and the schema does not allow additional properties"
  })
  void item12ValuesThatNoHostTakesAreRefused(String key, String value, String text) {
    RawClient.Reply reply = on.post(PVE1 + "/qemu", "vmid", "116", key, value);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(json(reply).path("errors").path(key).asText())
        .isEqualTo(text.replace('|', '\n') + "\n");
  }

  @Test
  void item12KeysAreLookedAtAndTheHostsOwnDriveIsTaken() {
    on.create(117);
    assertFailed(
        500,
        "SSH public key validation error",
        on.put(PVE1 + "/qemu/117/config", "sshkeys", "a%20b"));
    assertThat(on.put(PVE1 + "/qemu/117/config", "ide2", "cdrom").status()).isEqualTo(200);
    assertThat(on.config(117).path("ide2").asText()).isEqualTo("cdrom,media=cdrom");
  }

  @ParameterizedTest
  @EnumSource
  void item13AListOfTagsBreaksTheCallThatMakesAVmWithTags(Personality release) {
    try (Simulator own = Simulator.builder().personality(release).start()) {
      on = new Calls(own);
      String token = on.limited("few@pve", "PVEVMAdmin", "/vms");
      on.put("/cluster/options", "user-tag-access", "user-allow=list,user-allow-list=a;b");
      assertThat(data(on.get("/cluster/options")).path("user-tag-access").toString())
          .isEqualTo("{\"user-allow\":\"list\",\"user-allow-list\":[\"a\",\"b\"]}");
      RawClient.Reply made = on.as(token, "POST", PVE1 + "/qemu", "vmid", "100", "tags", "a");
      if (release == Personality.PVE_9_2) {
        assertThat(on.exit(made)).contains("Sys.Modify for modifying tag 'HASH(0x");
        made = on.as(token, "POST", PVE1 + "/qemu", "vmid", "100");
      }
      assertThat(on.exit(made)).isEqualTo("OK");
      String config = PVE1 + "/qemu/100/config";
      assertThat(on.as(token, "PUT", config, "tags", "a;b").status()).isEqualTo(200);
      assertFailed(
          403,
          "Permission check failed (/, Sys.Modify for modifying tag 'c')",
          on.as(token, "PUT", config, "tags", "a;b;c"));
      assertThat(on.as(token, "GET", "/cluster/options").body())
          .isEqualTo("{\"data\":{\"allowed-tags\":[\"a\",\"b\"]}}");
    }
  }

  @Test
  void item14NothingKeepsASecondVmFromOpeningAnImage() {
    on.create(118, "scsi0", "nfs:1");
    on.create(119);
    on.put(PVE1 + "/qemu/119/config", "scsi0", "nfs:118/vm-118-disk-0.raw");
    assertThat(on.exit(on.post(PVE1 + "/qemu/118/status/start"))).isEqualTo("OK");
    assertThat(on.exit(on.post(PVE1 + "/qemu/119/status/start"))).isEqualTo("OK");
  }

  @Test
  void item15LocalAnywhereElseIsReplacedByWhatTheServerWouldMake() {
    Storage moved = Storage.of("local", StorageType.DIR, 1L << 40, "iso", "import").at("/data");
    try (Simulator own = Simulator.builder().world(world -> world.storage(moved)).start()) {
      on = new Calls(own);
      assertThat(data(on.get("/storage/local")).path("path").asText()).isEqualTo("/var/lib/vz");
      assertThat(data(on.get(PVE1 + "/storage/local/status")).path("content").asText())
          .isEqualTo("backup,images,iso,rootdir,snippets,vztmpl");
    }
  }
}
