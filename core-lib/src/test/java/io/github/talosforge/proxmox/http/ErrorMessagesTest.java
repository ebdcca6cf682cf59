package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Trust;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the user reads, word for word, over real TLS: the cause and the next step. */
class ErrorMessagesTest {
  private static final ApiRequest CLONE =
      ApiRequest.post("/nodes/{node}/qemu/{vmid}/clone", "pve1", 9000).with("newid", 100);
  private static final ApiRequest READ = ApiRequest.get("/version");

  @TempDir private static Path directory;
  private static final TestCertificate VALID = TestCertificate.valid("localhost");
  private static final TestCertificate AUTHORITY = TestCertificate.authority();
  private static final TestCertificate EXPIRED = AUTHORITY.issueExpired("localhost");
  private static WireMockServer pve;
  private static WireMockServer expired;

  @BeforeAll
  static void start() {
    pve = https(VALID, "valid.p12");
    expired = https(EXPIRED, "expired.p12");
  }

  @AfterAll
  static void stop() {
    pve.stop();
    expired.stop();
  }

  private static WireMockServer https(TestCertificate certificate, String file) {
    WireMockServer server =
        new WireMockServer(
            WireMockConfiguration.wireMockConfig()
                .bindAddress("127.0.0.1")
                .httpDisabled(true)
                .dynamicHttpsPort()
                .keystorePath(certificate.writeKeyStore(directory.resolve(file)).toString())
                .keystorePassword(TestCertificate.STORE_PASSWORD)
                .keyManagerPassword(TestCertificate.STORE_PASSWORD)
                .keystoreType("PKCS12"));
    server.start();
    server.stubFor(any(anyUrl()).willReturn(okJson("{\"data\":\"yes\"}")));
    return server;
  }

  private static String url(WireMockServer server) {
    return "https://localhost:" + server.httpsPort();
  }

  private static ProxmoxConnection connection(WireMockServer server, Trust trust) {
    return ProxmoxConnection.to(Transports.TOKEN, url(server)).withTrust(trust);
  }

  private static String call(ProxmoxConnection connection, ApiRequest request) {
    try (HttpTransport transport = Transports.open(new VirtualScheduler(), connection)) {
      return transport.call(request).asText();
    }
  }

  private static String messageAfter(ResponseDefinitionBuilder answer, ApiRequest request) {
    pve.resetAll();
    pve.stubFor(any(anyUrl()).willReturn(answer));
    try {
      return failureOf(() -> call(connection(pve, Trust.fingerprint(VALID.fingerprint())), request))
          .getMessage();
    } finally {
      pve.resetAll();
      pve.stubFor(any(anyUrl()).willReturn(okJson("{\"data\":\"yes\"}")));
    }
  }

  @Test
  void trustsTheRightFingerprintAndTheRightAuthority() {
    assertThat(call(connection(pve, Trust.fingerprint(VALID.fingerprint())), READ))
        .isEqualTo("yes");
    Path pem = VALID.writePem(directory.resolve("ca.pem"));
    assertThat(call(connection(pve, Trust.authorities(pem)), READ)).isEqualTo("yes");
  }

  @Test
  void wrongToken() {
    assertThat(
            messageAfter(
                aResponse().withStatus(401).withStatusMessage("Authentication failed!"), READ))
        .isEqualTo(
            url(pve)
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
    assertThat(failureOf(() -> call(nobody, READ)).getMessage())
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
    assertThat(failureOf(() -> call(unknown, READ)).getMessage())
        .isEqualTo(
            "Cannot reach https://pve9.example:8006: the name pve9.example is unknown.\n"
                + "Check the spelling, or give the address of the host instead.");
  }

  @Test
  void targetBeyondLoopback() {
    ProxmoxConnection real = ProxmoxConnection.to(Transports.TOKEN, "192.0.2.1");
    assertThat(failureOf(() -> call(real, READ)).getMessage())
        .isEqualTo(
            "Cannot reach https://192.0.2.1:8006: refused to connect to 192.0.2.1:8006: only"
                + " loopback addresses are allowed here.\n"
                + "This run may only talk to this machine: use the address of a simulator.");
  }

  @Test
  void wrongFingerprint() {
    String other = "AB:".repeat(31) + "AB";
    ProxmoxException failure =
        failureOf(() -> call(connection(pve, Trust.fingerprint(other)), READ));
    assertThat(failure.kind()).isEqualTo(ErrorKind.TRUST);
    assertThat(failure.getMessage())
        .isEqualTo(
            url(pve)
                + " shows the certificate "
                + VALID.fingerprint()
                + ", but pinned is "
                + other
                + ".\n"
                + "If 'pvenode cert info' on the host shows that fingerprint too, pin it;"
                + " otherwise somebody sits in between.");
  }

  @Test
  void expiredCertificate() {
    Path pem = AUTHORITY.writePem(directory.resolve("authority.pem"));
    ProxmoxException failure =
        failureOf(() -> call(connection(expired, Trust.authorities(pem)), READ));
    assertThat(failure.kind()).isEqualTo(ErrorKind.TRUST);
    assertThat(failure.getMessage())
        .isEqualTo(
            "The certificate of "
                + url(expired)
                + " expired on 2021-02-03.\n"
                + "Renew it on the host ('pvecm updatecerts --force'), or pin its SHA-256"
                + " fingerprint "
                + EXPIRED.fingerprint()
                + ".");
  }

  @Test
  void aPinOutlivesTheDatesOfTheCertificate() {
    Trust pin = Trust.fingerprint(EXPIRED.fingerprint());
    assertThat(call(connection(expired, pin), READ)).isEqualTo("yes");
  }

  @Test
  void selfSignedCertificate() {
    ProxmoxException failure = failureOf(() -> call(connection(pve, Trust.system()), READ));
    assertThat(failure.kind()).isEqualTo(ErrorKind.TRUST);
    assertThat(failure.getMessage())
        .isEqualTo(
            "The certificate of "
                + url(pve)
                + " is not from a trusted authority.\n"
                + "Give the cluster's /etc/pve/pve-root-ca.pem as CA file, or pin the SHA-256"
                + " fingerprint "
                + VALID.fingerprint()
                + " if 'pvenode cert info' on the host shows the same.");
  }

  @Test
  void certificateForAnotherName() {
    Path pem = VALID.writePem(directory.resolve("name.pem"));
    String address = "https://127.0.0.1:" + pve.httpsPort();
    ProxmoxConnection byAddress =
        ProxmoxConnection.to(Transports.TOKEN, address).withTrust(Trust.authorities(pem));
    assertThat(failureOf(() -> call(byAddress, READ)).getMessage())
        .isEqualTo(
            "The certificate of "
                + address
                + " is for other names than '127.0.0.1'.\n"
                + "Use a name that the certificate holds ('pvenode cert info' on the host), or pin"
                + " its fingerprint.");
  }

  @Test
  void unusableAuthorityFile() {
    Path missing = directory.resolve("missing.pem");
    assertThat(failureOf(() -> call(connection(pve, Trust.authorities(missing)), READ)).kind())
        .isEqualTo(ErrorKind.TRUST);
  }

  @Test
  void trustFailuresAreNotTriedAgain() {
    String other = "AB:".repeat(31) + "AB";
    ProxmoxConnection wrong = connection(pve, Trust.fingerprint(other));
    try (HttpTransport transport = Transports.open(new VirtualScheduler(), wrong)) {
      failureOf(() -> transport.call(READ));
      assertThat(transport.counters().retries()).isZero();
    }
  }

  @Test
  void insecureWorksAndWarnsOnce() {
    List<String> warnings = new ArrayList<>();
    ProxmoxConnection insecure = connection(expired, Trust.insecure()).withWarnings(warnings::add);
    assertThat(call(insecure, READ)).isEqualTo("yes");
    assertThat(warnings)
        .containsExactly(
            "The certificate of "
                + url(expired)
                + " is not checked: anybody on the way can read the credentials. Pin its"
                + " fingerprint instead.");
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
                + "Grant it: pveum role add only-VM.Clone --privs VM.Clone && pveum acl modify"
                + " /vms/9000 --roles only-VM.Clone --users 'forge@pve' --tokens 'forge@pve!ci'");
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
                + url(pve)
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
