package io.github.talosforge.simulator;

import static io.github.talosforge.simulator.Calls.PVE1;
import static io.github.talosforge.simulator.Calls.assertFailed;
import static io.github.talosforge.simulator.Calls.data;
import static io.github.talosforge.simulator.Calls.fields;
import static io.github.talosforge.simulator.Calls.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.RemoteImage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lesser things of item 16. */
class RealProxmoxLesserItemsTest {
  /** Two hosts with the usual storages; each test has ids of its own. */
  private static final Simulator TWO = Simulator.builder().hosts(2).start();

  private Calls on = new Calls(TWO);

  @AfterAll
  static void stop() {
    TWO.close();
  }

  @Test
  void item16WhatIsNotThereIsQuotedOrStatted() {
    assertThat(on.exit(on.post(PVE1 + "/qemu", "vmid", "120", "scsi0", "nfs:9/vm-9-disk-0.raw")))
        .isEqualTo("unable to create VM 120 - volume 'nfs:9/vm-9-disk-0.raw' does not exist");
    String source = "nfs:0,import-from=local:import/none.qcow2";
    assertThat(on.exit(on.post(PVE1 + "/qemu", "vmid", "120", "scsi0", source)))
        .isEqualTo("unable to create VM 120 - failed to stat '/var/lib/vz/import/none.qcow2'");
    on.create(120, "ide2", "none,media=cdrom");
    assertThat(on.exit(on.put(PVE1 + "/qemu/120/resize", "disk", "ide2", "size", "1G")))
        .isEqualTo("unable to parse volume ID 'none'");
    for (String path : List.of(PVE1 + "/storage/none/status", PVE1 + "/storage?storage=none")) {
      assertThat(json(on.get(path)).path("errors").path("storage").asText())
          .isEqualTo("No such storage.");
    }
    assertFailed(500, "mapping 'none' not found", on.get("/cluster/mapping/pci/none"));
  }

  @Test
  void item16DownloadsSayWgetsExitAndImagesAreOpened() {
    assertThat(on.exit(on.download("http://127.0.0.1:1/nope.iso", "iso", "x.iso")))
        .isEqualTo("download failed: exit code 8");
    TWO.factory().refuseConnections("127.0.0.1:9");
    assertThat(on.exit(on.download("http://127.0.0.1:9/x.iso", "iso", "x.iso")))
        .isEqualTo("download failed: Connecting to 127.0.0.1:9... failed: Connection refused.");
    TWO.factory().publish("http://h/raw", new RemoteImage(160, 160, Map.of(), null, null, "raw"));
    assertThat(on.exit(on.download("http://h/raw", "import", "t.qcow2")))
        .startsWith("failed to verify file: qemu-img: Could not open '/var/lib/vz/import/t.qcow2")
        .endsWith("Image is not in qcow2 format");
  }

  @Test
  void item16RightsAndRolesAreSaidWithTheirPrefix() {
    String token = on.limited("some@pve", "PVEAuditor", "/vms");
    assertThat(on.as(token, "GET", "/access/permissions?path=/").body())
        .isEqualTo("{\"data\":{\"/\":{}}}");
    assertThat(on.as(token, "GET", "/access/users").body()).isEqualTo("{\"data\":[]}");
    assertThat(on.as(token, "GET", PVE1 + "/tasks").body()).isEqualTo("{\"data\":[]}");
    assertFailed(
        500,
        "update role failed: role 'Nope' does not exist",
        on.put("/access/roles/Nope", "privs", "VM.Audit"));
    assertFailed(
        500, "delete role failed: role 'Nope' does not exist", on.delete("/access/roles/Nope"));
    assertFailed(403, "Permission check failed", on.post("/access/users/no@pve/token/abc"));
    on.post("/access/users", "userid", "bare@pve");
    JsonNode bare = data(on.get("/access/users/bare@pve"));
    assertThat(bare.get("tokens").isNull()).isTrue();
    assertThat(bare.path("email").asText("none")).isEmpty();
    RawClient.Reply blocked =
        on.put("/access/password", "userid", "bare@pve", "password", "secret1");
    assertThat(json(blocked).path("message").asText())
        .isEqualTo(
            "Permission check failed (URI '/access/password' not available with API token, need"
                + " proper ticket.\n)\n");
  }

  @Test
  void item16ScriptsAndProcessorsAreLookedAtBeforeRights() {
    on.create(121);
    RawClient.Reply script = on.put(PVE1 + "/qemu/121/config", "hookscript", "local:snippets/x.sh");
    assertThat(json(script).path("errors").path("hookscript").asText())
        .isEqualTo("script 'local:snippets/x.sh' does not exist\n");
    String token = on.limited("cpu@pve", "PVEVMAdmin", "/vms");
    assertThat(on.as(token, "POST", PVE1 + "/qemu", "vmid", "122", "cpu", "custom-x").status())
        .isEqualTo(400);
  }

  @Test
  void item16AHotplugProblemIsALine() {
    on.create(123, "scsi0", "nfs:1", "boot", "order=scsi0");
    on.post(PVE1 + "/qemu/123/status/start");
    assertThat(
            json(on.put(PVE1 + "/qemu/123/config", "delete", "scsi0"))
                .path("errors")
                .path("scsi0")
                .asText())
        .isEqualTo("hotplug problem - can't unplug bootdisk 'scsi0'\n");
  }

  @Test
  void item16ListsOfTasksAndStatusHaveTheirKeys() {
    on.create(124, "serial0", "socket", "vga", "serial0");
    JsonNode told = data(on.get("/cluster/tasks")).get(0);
    assertThat(fields(told)).contains("saved").doesNotContain("pid", "pstart");
    assertThat(told.path("saved").isTextual()).isTrue();
    JsonNode stopped = data(on.get(PVE1 + "/qemu/124/status/current"));
    assertThat(stopped.path("serial").asInt()).isEqualTo(1);
    assertThat(stopped.get("clipboard").isNull()).isTrue();
    assertThat(stopped.path("cpu").isInt()).isTrue();
    assertThat(fields(stopped)).contains("memhost").doesNotContain("pressurecpufull");
    on.post(PVE1 + "/qemu/124/status/start");
    assertThat(fields(data(on.get(PVE1 + "/qemu/124/status/current"))))
        .contains("pressurecpufull", "pressureiosome", "pressurememoryfull");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /foo", "POST /version", "GET /nodes/pve1/qemu/100/foo"})
  void item16AnUnknownCallIsNotImplemented(String wanted) {
    String[] words = wanted.split(" ", -1);
    RawClient.Reply reply = on.as(TWO.token(), words[0], words[1]);
    assertThat(reply.status()).isEqualTo(501);
    assertThat(reply.body())
        .isEqualTo("{\"data\":null,\"message\":\"Method '" + wanted + "' not implemented\"}");
  }

  @Test
  void item16AParameterOfThePathCannotBeSaidOtherwise() {
    assertThat(
            json(on.get(PVE1 + "/qemu/100/config", "vmid", "200"))
                .path("errors")
                .path("vmid")
                .asText())
        .isEqualTo("duplicate parameter (already defined in URI) with conflicting values!");
  }

  @Test
  void item16TheTransportSaysItsErrorsTwiceAndUploadsEndAConnection() throws IOException {
    String token = RawClient.token(TWO.token());
    try (RawClient client = RawClient.tls(TWO.url())) {
      RawClient.Reply reply =
          client.exchange(
              "DELETE /api2/json/version HTTP/1.1\r\nHost: h\r\n"
                  + token
                  + "Content-Length: 3\r\n\r\na=1");
      assertThat(reply.body()).isEqualTo("Unexpected content for method 'DELETE'");
    }
    assertThat(on.upload("content", "filename").headers()).containsEntry("connection", "close");
  }

  @Test
  void item16AHostAloneHasNoNumberAndAnImageOfTheFactoryIsWhatItSays() {
    try (Simulator alone =
        Simulator.builder().world(w -> w.host(Host.ordinary("pve1", 1))).start()) {
      on = new Calls(alone);
      assertThat(data(on.get("/cluster/status")).get(0).path("nodeid").asInt(7)).isZero();
      String image = "/image/" + "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";
      String url = alone.connection().factory() + image + "/v1.12.4/nocloud-amd64.qcow2";
      assertThat(on.exit(on.download(url, "import", "t.qcow2"))).isEqualTo("OK");
    }
  }
}
