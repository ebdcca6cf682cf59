package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.proxmox.ProxmoxConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the user reads, word for word, the cause and the next step. */
class ErrorMessagesTest {
  private static final ApiRequest CLONE =
      ApiRequest.post("/nodes/{node}/qemu/{vmid}/clone", "pve1", 9000).with("newid", 100);
  private static final ApiRequest READ = ApiRequest.get("/version");

  private static TlsPve pve;

  @BeforeAll
  static void start(@TempDir Path directory) {
    pve = new TlsPve(TestCertificate.valid("localhost"), directory);
  }

  @AfterAll
  static void stop() {
    pve.close();
  }

  private static String messageAfter(ResponseDefinitionBuilder answer, ApiRequest request) {
    pve.answer(answer);
    return failureOf(() -> TlsPve.call(pve.pinned(), request)).getMessage();
  }

  @Test
  void wrongToken() {
    assertThat(
            messageAfter(
                aResponse().withStatus(401).withStatusMessage("Authentication failed!"), READ))
        .isEqualTo(
            pve.url()
                + " refused the credentials: Authentication failed!\n"
                + "Check name, secret and expiry of token forge@pve!ci:"
                + " 'pveum user token list forge@pve' on a host.");
  }

  @Test
  void unreachableHost() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    ProxmoxConnection nobody = ProxmoxConnection.to(Transports.TOKEN, "https://localhost:" + port);
    assertThat(failureOf(() -> TlsPve.call(nobody, READ)).getMessage())
        .isEqualTo(
            "Cannot reach https://localhost:"
                + port
                + ": the connection was refused.\n"
                + "Check host and port (Proxmox VE listens on 8006), and that no firewall is"
                + " between.");
  }

  @Test
  void unknownHost() {
    Dialer knowsNobody =
        Dialer.direct()
            .resolvingWith(
                name -> {
                  throw new UnknownHostException(name);
                });
    ProxmoxConnection unknown =
        ProxmoxConnection.to(Transports.TOKEN, "pve9.example").withDialer(knowsNobody);
    assertThat(failureOf(() -> TlsPve.call(unknown, READ)).getMessage())
        .isEqualTo(
            "Cannot reach https://pve9.example:8006: the name pve9.example is unknown.\n"
                + "Check the spelling, or give the address of the host instead.");
  }

  @Test
  void targetBeyondLoopback() {
    ProxmoxConnection real = ProxmoxConnection.to(Transports.TOKEN, "192.0.2.1");
    assertThat(failureOf(() -> TlsPve.call(real, READ)).getMessage())
        .isEqualTo(
            "Cannot reach https://192.0.2.1:8006: refused to connect to 192.0.2.1:8006: only"
                + " loopback addresses are allowed here.\n"
                + "This run may only talk to this machine: use the address of a simulator.");
  }

  @Test
  void missingPrivilege() {
    assertThat(
            messageAfter(
                okJson(
                        "{\"data\":null,\"message\":\"Permission check failed (/vms/9000, VM.Clone)\\n\"}")
                    .withStatus(403),
                CLONE))
        .isEqualTo(
            "POST /nodes/pve1/qemu/9000/clone failed: Permission check failed (/vms/9000,"
                + " VM.Clone)\n"
                + "Grant it: pveum role add only-VM.Clone --privs VM.Clone 2>/dev/null; pveum acl modify"
                + " /vms/9000 --roles only-VM.Clone --users 'forge@pve' --tokens 'forge@pve!ci'");
  }

  @Test
  void refusedParameterIsOneLine() {
    assertThat(
            messageAfter(
                okJson("{\"errors\":{\"name\":\"bad \\u001b[2J\\nVM 100: done\"}}").withStatus(400),
                CLONE))
        .startsWith(
            "POST /nodes/pve1/qemu/9000/clone failed: Bad Request name: bad \uFFFD[2J⏎ VM 100: done");
  }

  @Test
  void missingStorage() {
    assertThat(
            messageAfter(
                aResponse().withStatus(500).withStatusMessage("storage 'cephh' does not exist"),
                CLONE))
        .isEqualTo(
            "POST /nodes/pve1/qemu/9000/clone failed: storage 'cephh' does not exist\n"
                + "Check storage cephh: 'pvesm status' on host pve1 shows the storages, their"
                + " content types and free space.");
  }

  @Test
  void lockedVm() {
    assertThat(
            messageAfter(
                aResponse().withStatus(500).withStatusMessage("VM is locked (clone)"), CLONE))
        .isEqualTo(
            "POST /nodes/pve1/qemu/9000/clone failed: VM is locked (clone)\n"
                + "Wait for the task behind the 'clone' lock; if none runs any more: 'qm unlock"
                + " 9000' on host pve1.");
  }

  @Test
  void unreachableNode() {
    assertThat(
            messageAfter(aResponse().withStatus(595).withStatusMessage("No route to host"), CLONE))
        .isEqualTo(
            "POST /nodes/pve1/qemu/9000/clone failed: No route to host (595, said by "
                + pve.url()
                + ")\n"
                + "Check that host pve1 is online and spelled as in the cluster: 'pvecm nodes'"
                + " lists the names.");
  }

  @Test
  void noQuorum() {
    assertThat(
            messageAfter(
                aResponse().withStatus(500).withStatusMessage("cluster not ready - no quorum?"),
                CLONE))
        .isEqualTo(
            "POST /nodes/pve1/qemu/9000/clone failed: cluster not ready - no quorum?\n"
                + "Too few hosts are online to change anything: check with 'pvecm status' on a"
                + " host.");
  }
}
