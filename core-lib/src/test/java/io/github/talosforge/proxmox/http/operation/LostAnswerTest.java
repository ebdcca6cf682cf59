package io.github.talosforge.proxmox.http.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.VmClone;
import io.github.talosforge.proxmox.property.DiskSize;
import java.time.Instant;
import java.util.Locale;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The host did the work or not, but its answer got lost on the way (status 596). */
class LostAnswerTest {
  private static final String QEMU = "/nodes/pve1/qemu/100";
  private static final String MISSING =
      "{\"data\":null,\"message\":\"Configuration file 'nodes/pve1/qemu-server/101.conf' does not exist\\n\"}";

  private final AnsweringServer server = new AnsweringServer();
  private final ProxmoxClient client = server.client();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aStartIsFoundByItsTask() {
    lose("POST", QEMU + "/status/start");
    String upid = tasksNow("qmstart", "100");
    assertThat(client.vm("pve1", 100).start().upid().text()).isEqualTo(upid);
    assertSentOnce("POST " + QEMU + "/status/start");
  }

  @Test
  void aStartUnderHighAvailabilityIsFoundByItsRequest() {
    lose("POST", QEMU + "/status/start");
    String upid = tasksNow("hastart", "100");
    assertThat(client.vm("pve1", 100).start().upid().text()).isEqualTo(upid);
  }

  @Test
  void aTaskOfAnotherVmProvesNothing() {
    lose("POST", QEMU + "/status/start");
    tasksNow("qmstart", "101");
    assertUnknown(() -> client.vm("pve1", 100).start());
    assertSentOnce("POST " + QEMU + "/status/start");
  }

  @Test
  void aCloneIsFoundWhenTheNewVmIsThere() {
    lose("POST", QEMU + "/clone");
    String upid = tasksNow("qmclone", "100");
    server.answer("GET", "/nodes/pve1/qemu/101/config", "{\"lock\":\"clone\",\"digest\":\"ab\"}");
    assertThat(client.vm("pve1", 100).cloneTo(VmClone.linked(101)).upid().text()).isEqualTo(upid);
    assertSentOnce("POST " + QEMU + "/clone newid=101&full=0");
  }

  @Test
  void theCloneOfAnotherCallerIsNotTakenForOurs() {
    lose("POST", QEMU + "/clone");
    tasksNow("qmclone", "100");
    server.answer("GET", "/nodes/pve1/qemu/101/config", 500, MISSING);
    assertUnknown(() -> client.vm("pve1", 100).cloneTo(VmClone.linked(101)));
    assertSentOnce("POST " + QEMU + "/clone newid=101&full=0");
  }

  @Test
  void aChangeIsDoneWhenTheConfigurationSaysSo() {
    lose("PUT", QEMU + "/config");
    server.answer(
        "GET", QEMU + "/config", "{\"net0\":\"virtio,bridge=vmbr0,firewall=0\",\"digest\":\"ab\"}");
    ConfigChange change =
        ConfigChange.none().set("net0", "bridge=vmbr0,model=virtio").delete("net1");
    client.vm("pve1", 100).configureNow(change);
    assertThat(server.requests()).filteredOn(request -> request.startsWith("PUT")).hasSize(1);
    assertUnknown(() -> client.vm("pve1", 100).configureNow(change.delete("net0")));
  }

  @Test
  void aVolumeIsThereOnceItWasAllocated() {
    lose("POST", "/nodes/pve1/storage/zfs/content");
    String volume = "/nodes/pve1/storage/zfs/content/zfs%3Avm-100-data";
    server.answer("GET", volume, "{\"size\":1}");
    assertThat(client.storage("pve1", "zfs").allocate(100, "vm-100-data", DiskSize.ofGibibytes(1)))
        .isEqualTo("zfs:vm-100-data");
  }

  @Test
  void aPoolIsGoneOnceItWasDeleted() {
    lose("DELETE", "/pools");
    server.answer("GET", "/pools", "[]");
    client.pools().delete("talos");
    server.answer("GET", "/pools", "[{\"poolid\":\"talos\"}]");
    assertUnknown(() -> client.pools().delete("talos"));
  }

  private void lose(String method, String path) {
    server.answer(method, path, 596, "");
  }

  private String tasksNow(String type, String id) {
    String upid =
        String.format(
            Locale.ROOT,
            "UPID:pve1:0000C2B8:0098F4B1:%08X:%s:%s:forge@pve!ci:",
            Instant.now().getEpochSecond(),
            type,
            id);
    server.answer("GET", "/nodes/pve1/tasks", "[{\"upid\":\"" + upid + "\"}]");
    return upid;
  }

  private void assertSentOnce(String request) {
    assertThat(server.requests()).filteredOn(request::equals).hasSize(1);
  }

  private static void assertUnknown(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ProxmoxException.class, e -> assertThat(e.outcomeUnknown()).isTrue());
  }
}
