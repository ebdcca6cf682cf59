package io.github.talosforge.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.RawClient;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.engine.Engine;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.inspect.Checkpoint;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.schema.OperationSchema;
import io.github.talosforge.simulator.schema.Schema;
import io.github.talosforge.simulator.world.Personality;
import io.github.talosforge.simulator.world.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WholeStackTest {
  private static final Map<String, String> VM =
      Map.of("vmid", "100", "name", "one", "scsi0", "local-lvm:8", "net0", "virtio,bridge=vmbr0");

  private final Simulator simulator = Simulator.builder().hosts(3).start();

  @AfterEach
  void stop() {
    simulator.close();
  }

  private RawClient.Reply call(String method, String path, Map<String, String> form) {
    return RawClient.call(simulator, RawClient.token(simulator.token()), method, path, form);
  }

  private String task(RawClient.Reply reply) {
    assertThat(reply.status()).as(reply.reason()).isEqualTo(200);
    return data(reply).asText();
  }

  private static JsonNode data(RawClient.Reply reply) {
    try {
      return new ObjectMapper().readTree(reply.body()).path("data");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void hostsShowTheFingerprintThatTheyAnswerWith() {
    assertThat(data(call("GET", "/nodes", Map.of())))
        .hasSize(3)
        .allSatisfy(
            host ->
                assertThat(host.path("ssl_fingerprint").asText())
                    .isEqualTo(simulator.fingerprint()));
  }

  private void create() {
    task(call("POST", "/nodes/pve1/qemu", VM));
  }

  /** Whatever the engine models must be known to the table, or its calls could not be checked. */
  @ParameterizedTest
  @EnumSource
  void everyModelledOperationIsInTheTable(Personality release) {
    Schema nine = Schema.of(9);
    Schema eight = Schema.of(8);
    World world = World.builder().personality(release).build();
    List<String> missing = new ArrayList<>();
    new Engine(world, url -> Optional.empty())
        .operations()
        .operations()
        .forEach(
            operation -> {
              String name = operation.method() + " " + operation.template();
              OperationSchema known =
                  nine.find(operation.method(), operation.template())
                      .or(() -> eight.find(operation.method(), operation.template()))
                      .orElse(null);
              if (known == null) {
                missing.add(name);
                return;
              }
              operation.parameters().stream()
                  .filter(
                      parameter ->
                          !known.has(parameter.replace("[n]", "0"))
                              && !eightHas(
                                  eight, operation.method(), operation.template(), parameter))
                  .forEach(parameter -> missing.add(name + " " + parameter));
            });
    assertThat(missing).isEmpty();
  }

  private static boolean eightHas(Schema eight, String method, String template, String parameter) {
    return eight.find(method, template).map(known -> known.has(parameter)).orElse(false);
  }

  @Test
  void lifeOfAVm() {
    create();
    task(call("POST", "/nodes/pve1/qemu/100/status/start", Map.of()));
    JsonNode status = data(call("GET", "/nodes/pve1/qemu/100/status/current", Map.of()));
    assertThat(status.path("status").asText()).isEqualTo("running");
    task(call("POST", "/nodes/pve1/qemu/100/clone", Map.of("newid", "101", "name", "two")));
    assertThat(simulator.inspect().vm(101).orElseThrow().name()).isEqualTo("two");
    task(call("POST", "/nodes/pve1/qemu/100/status/stop", Map.of()));
    task(call("DELETE", "/nodes/pve1/qemu/100", Map.of("purge", "1")));
    assertThat(simulator.inspect().vms()).containsOnlyKeys(101);
    assertThat(simulator.inspect().orphans()).isEmpty();
  }

  @Test
  void journalTellsReadsFromWritesAndNamesTasks() {
    create();
    call("GET", "/cluster/resources", Map.of("type", "vm"));
    assertThat(simulator.journal().reads()).hasSize(1);
    RecordedCall write = simulator.journal().writes().get(0);
    assertThat(write.isTo("POST /nodes/{node}/qemu")).isTrue();
    assertThat(write.caller()).isEqualTo("root@pam!simulator");
    assertThat(write.task()).startsWith("UPID:pve1:");
    assertThat(write.parameters()).containsEntry("name", "one");
    assertThat(simulator.journal().countsByOperation())
        .containsExactly(
            Map.entry("GET /cluster/resources", 1L), Map.entry("POST /nodes/{node}/qemu", 1L));
  }

  @Test
  void journalHoldsNoPasswords() {
    RawClient.call(
        simulator,
        "",
        "POST",
        "/access/ticket",
        Map.of("username", "root@pam", "password", "simulator"));
    assertThat(simulator.journal().calls().toString())
        .contains("password=***")
        .doesNotContain("=simulator");
  }

  @Test
  void changesSinceACheckpointNameWhatWasTouched() {
    create();
    Checkpoint before = simulator.inspect().checkpoint();
    task(call("POST", "/nodes/pve2/qemu", Map.of("vmid", "200", "scsi0", "local-lvm:1")));
    assertThat(simulator.inspect().changesSince(before).createdVms()).containsExactly(200);
    assertThat(simulator.inspect().changesSince(before).leftAlone(List.of(100))).isTrue();
    call("PUT", "/nodes/pve1/qemu/100/config", Map.of("name", "renamed"));
    assertThat(simulator.inspect().changesSince(before).leftAlone(List.of(100))).isFalse();
  }

  @Test
  void taskLogHasItsTotalBesideTheData() throws IOException {
    String upid = task(call("POST", "/nodes/pve1/qemu", VM));
    RawClient.Reply log = call("GET", "/nodes/pve1/tasks/" + upid + "/log", Map.of("limit", "1"));
    JsonNode body = new ObjectMapper().readTree(log.body());
    assertThat(body.path("data")).hasSize(1);
    assertThat(body.path("total").asInt()).isGreaterThan(1);
  }

  @Test
  void uploadBecomesAVolumeThatAnyUrlSpellingFinds() throws IOException {
    String boundary = "xxBOUNDARYxx";
    String body =
        "--"
            + boundary
            + "\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\niso\r\n"
            + "--"
            + boundary
            + "\r\nContent-Disposition: form-data; name=\"filename\"; filename=\"seed.iso\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\nISO CONTENT\r\n--"
            + boundary
            + "--\r\n";
    try (RawClient client = RawClient.tls(simulator.url())) {
      RawClient.Reply reply =
          client.exchange(
              "POST /api2/json/nodes/pve1/storage/local/upload HTTP/1.1\r\nHost: h\r\n"
                  + RawClient.token(simulator.token())
                  + "Content-Type: multipart/form-data; boundary="
                  + boundary
                  + "\r\nContent-Length: "
                  + body.length()
                  + "\r\n\r\n"
                  + body);
      assertThat(task(reply)).contains(":imgcopy:");
    }
    String content = "/nodes/pve1/storage/local/content/";
    JsonNode listed =
        data(call("GET", "/nodes/pve1/storage/local/content", Map.of("content", "iso")));
    assertThat(listed.get(0).path("volid").asText()).isEqualTo("local:iso/seed.iso");
    assertThat(listed.get(0).path("size").asInt()).isEqualTo("ISO CONTENT".length());
    assertThat(call("GET", content + "local%3Aiso%2Fseed.iso", Map.of()).status()).isEqualTo(200);
    assertThat(call("GET", content + "local:iso/seed.iso", Map.of()).status()).isEqualTo(200);
  }

  @Test
  void rightsOnAVmEndWithIt() {
    create();
    simulator.access().user("ops@pve", "password1");
    simulator.access().grant("/vms/100", "ops@pve", "PVEVMUser");
    task(call("DELETE", "/nodes/pve1/qemu/100", Map.of()));
    assertThat(simulator.access().as("ops@pve").has("/vms/100", "VM.Audit")).isFalse();
  }

  @Test
  void listsShowOnlyWhatTheCallerMaySee() {
    create();
    simulator.access().user("ops@pve", "password1");
    String token = simulator.access().token("ops@pve!ci");
    RawClient.Reply none =
        RawClient.call(
            simulator, RawClient.token(token), "GET", "/cluster/resources", Map.of("type", "vm"));
    assertThat(data(none)).isEmpty();
    simulator.access().grant("/vms", "ops@pve", "PVEAuditor");
    RawClient.Reply one =
        RawClient.call(
            simulator, RawClient.token(token), "GET", "/cluster/resources", Map.of("type", "vm"));
    assertThat(data(one)).hasSize(1);
  }

  @Test
  void lockOfABackupHoldsForAsLongAsTheRuleSays() {
    create();
    simulator
        .faults()
        .add(
            FaultRule.on(CallPattern.of("PUT", "/nodes/{node}/qemu/{vmid}/config").withVm(100))
                .nth(1)
                .lasting(2)
                .goesWrong(new Fault.Locked("backup", null)));
    Map<String, String> name = Map.of("memory", "2048");
    assertThat(call("PUT", "/nodes/pve1/qemu/100/config", name).reason())
        .isEqualTo("VM is locked (backup)");
    assertThat(call("PUT", "/nodes/pve1/qemu/100/config", name).status()).isEqualTo(500);
    assertThat(call("PUT", "/nodes/pve1/qemu/100/config", name).status()).isEqualTo(200);
  }

  @Test
  void hostThatIsDownCannotBeReached() {
    simulator
        .faults()
        .add(
            FaultRule.on(CallPattern.ANY.withHost("pve2"))
                .nth(1)
                .goesWrong(new Fault.HostOffline("pve2")));
    RawClient.Reply reply = call("GET", "/nodes/pve2/qemu", Map.of());
    assertThat(reply.status()).isEqualTo(595);
    assertThat(reply.reason()).isEqualTo("No route to host");
    assertThat(reply.body()).isEmpty();
    assertThat(call("GET", "/nodes/pve9/qemu", Map.of()).reason())
        .startsWith("hostname lookup 'pve9' failed");
  }

  @Test
  void fullStorageFailsTheTask() {
    simulator
        .faults()
        .add(FaultRule.on(CallPattern.WRITES).goesWrong(new Fault.StorageFull("local-lvm")));
    String upid = task(call("POST", "/nodes/pve1/qemu", VM));
    JsonNode status = data(call("GET", "/nodes/pve1/tasks/" + upid + "/status", Map.of()));
    assertThat(status.path("exitstatus").asText()).isNotEqualTo("OK");
    assertThat(simulator.inspect().orphans()).isEmpty();
  }

  @Test
  void lostQuorumRefusesWrites() {
    simulator
        .faults()
        .add(FaultRule.on(CallPattern.WRITES).nth(1).lasting(1).goesWrong(new Fault.QuorumLost()));
    assertThat(call("POST", "/nodes/pve1/qemu", VM).reason()).contains("no quorum");
    assertThat(call("POST", "/nodes/pve1/qemu", VM).status()).isEqualTo(200);
  }

  @Test
  void killedWorkerLeavesWhatItHadBegun() {
    try (Simulator slow = Simulator.builder().hosts(1).timeScale(1).start()) {
      slow.faults().add(FaultRule.on(CallPattern.WRITES).goesWrong(new Fault.WorkerKilled()));
      RawClient.Reply reply = RawClient.post(slow, "/nodes/pve1/qemu", VM);
      String upid = data(reply).asText();
      JsonNode status = data(RawClient.get(slow, "/nodes/pve1/tasks/" + upid + "/status"));
      assertThat(status.path("exitstatus").asText()).isEqualTo("unexpected status");
      assertThat(slow.inspect().vm(100).orElseThrow().lock()).isEqualTo("create");
    }
  }
}
