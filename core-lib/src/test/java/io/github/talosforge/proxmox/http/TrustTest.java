package io.github.talosforge.proxmox.http;

import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.net.HttpProxy;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Trust;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which certificates are accepted, and what the user reads about the others. */
class TrustTest {
  private static final ApiRequest READ = ApiRequest.get("/version");
  private static final TestCertificate VALID = TestCertificate.valid("localhost");
  private static final TestCertificate AUTHORITY = TestCertificate.authority();
  private static final TestCertificate EXPIRED = AUTHORITY.issueExpired("localhost");

  @TempDir private static Path directory;
  private static TlsPve pve;
  private static TlsPve expired;

  @BeforeAll
  static void start() {
    pve = new TlsPve(VALID, directory);
    expired = new TlsPve(EXPIRED, directory);
  }

  @AfterAll
  static void stop() {
    pve.close();
    expired.close();
  }

  @Test
  void trustsTheRightFingerprintAndTheRightAuthority() {
    assertThat(TlsPve.call(pve.trusting(Trust.fingerprint(VALID.fingerprint())), READ))
        .isEqualTo("yes");
    Path pem = VALID.writePem(directory.resolve("ca.pem"));
    assertThat(TlsPve.call(pve.trusting(Trust.authorities(pem)), READ)).isEqualTo("yes");
  }

  @Test
  void wrongFingerprint() {
    String other = "AB:".repeat(31) + "AB";
    ProxmoxException failure =
        failureOf(() -> TlsPve.call(pve.trusting(Trust.fingerprint(other)), READ));
    assertThat(failure.kind()).isEqualTo(ErrorKind.TRUST);
    assertThat(failure.getMessage())
        .isEqualTo(
            pve.url()
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
        failureOf(() -> TlsPve.call(expired.trusting(Trust.authorities(pem)), READ));
    assertThat(failure.kind()).isEqualTo(ErrorKind.TRUST);
    assertThat(failure.getMessage())
        .startsWith(
            "The certificate of "
                + expired.url()
                + " ended at 2021-02-03T00:00:00Z, and this machine's clock says 20")
        .endsWith(
            "If this machine's clock is wrong, set it right. If the host's certificate is, renew it"
                + " there ('pvecm updatecerts --force'), or pin its SHA-256 fingerprint "
                + EXPIRED.fingerprint()
                + ".");
  }

  /** With this machine's clock behind, a certificate that was just made looks like this. */
  @Test
  void aCertificateThatDoesNotCountYetLeadsToTheClock() {
    Path pem = AUTHORITY.writePem(directory.resolve("authority.pem"));
    try (TlsPve later = new TlsPve(AUTHORITY.issueForLater("localhost"), directory)) {
      ProxmoxException failure =
          failureOf(() -> TlsPve.call(later.trusting(Trust.authorities(pem)), READ));
      assertThat(failure.kind()).isEqualTo(ErrorKind.TRUST);
      assertThat(failure.getMessage())
          .startsWith(
              "The certificate of "
                  + later.url()
                  + " is valid only from 2120-01-01T00:00:00Z on, and this machine's clock says 20")
          .contains("If this machine's clock is wrong, set it right.");
    }
  }

  @Test
  void aPinOutlivesTheDatesOfTheCertificate() {
    Trust pin = Trust.fingerprint(EXPIRED.fingerprint());
    assertThat(TlsPve.call(expired.trusting(pin), READ)).isEqualTo("yes");
  }

  @Test
  void selfSignedCertificate() {
    ProxmoxException failure = failureOf(() -> TlsPve.call(pve.trusting(Trust.system()), READ));
    assertThat(failure.kind()).isEqualTo(ErrorKind.TRUST);
    assertThat(failure.getMessage())
        .isEqualTo(
            "The certificate of "
                + pve.url()
                + " is not from a trusted authority.\n"
                + "Give the cluster's /etc/pve/pve-root-ca.pem as CA file, or pin the SHA-256"
                + " fingerprint "
                + VALID.fingerprint()
                + " if 'pvenode cert info' on the host shows the same.");
  }

  @Test
  void certificateForAnotherName() {
    Path pem = VALID.writePem(directory.resolve("name.pem"));
    String address = "https://127.0.0.1:" + pve.port();
    ProxmoxConnection byAddress =
        ProxmoxConnection.to(Transports.TOKEN, address).withTrust(Trust.authorities(pem));
    assertThat(failureOf(() -> TlsPve.call(byAddress, READ)).getMessage())
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
    assertThat(failureOf(() -> TlsPve.call(pve.trusting(Trust.authorities(missing)), READ)).kind())
        .isEqualTo(ErrorKind.TRUST);
  }

  @Test
  void trustFailuresAreNotTriedAgain() {
    String other = "AB:".repeat(31) + "AB";
    ProxmoxConnection wrong = pve.trusting(Trust.fingerprint(other));
    try (HttpTransport transport = Transports.open(new VirtualScheduler(), wrong)) {
      failureOf(() -> transport.call(READ));
      assertThat(transport.counters().retries()).isZero();
    }
  }

  @Test
  void insecureWorksAndWarnsOnce() {
    List<String> warnings = new ArrayList<>();
    ProxmoxConnection insecure = expired.trusting(Trust.insecure()).withWarnings(warnings::add);
    assertThat(TlsPve.call(insecure, READ)).isEqualTo("yes");
    assertThat(warnings)
        .containsExactly(
            "The certificate of "
                + expired.url()
                + " is not checked: anybody on the way can read the credentials. Pin its"
                + " fingerprint instead.");
  }

  @Test
  void aProxyTunnelsToHostsThatOnlyItCanName() throws IOException {
    try (TunnelProxy proxy = new TunnelProxy(pve.port())) {
      HttpProxy login = new HttpProxy("127.0.0.1", proxy.port(), "me", TestSecrets.PROXY);
      ProxmoxConnection tunnelled =
          ProxmoxConnection.to(Transports.TOKEN, "https://pve1.example:8006")
              .withTrust(Trust.fingerprint(VALID.fingerprint()))
              .withProxy(login);
      assertThat(TlsPve.call(tunnelled, READ)).isEqualTo("yes");
      assertThat(proxy.targets()).containsExactly("CONNECT pve1.example:8006 HTTP/1.1");
    }
  }

  @Test
  void aProxyThatRefusesIsNamed() throws IOException {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    ScriptedServer.Behaviour refuse =
        connection -> {
          connection.readRequest();
          connection.write("HTTP/1.1 403 Forbidden\r\n\r\n");
        };
    try (ScriptedServer proxy = new ScriptedServer(listener, refuse, refuse, refuse, refuse)) {
      HttpProxy login = new HttpProxy("127.0.0.1", proxy.port(), "me", TestSecrets.PROXY);
      ProxmoxConnection tunnelled =
          ProxmoxConnection.to(Transports.TOKEN, "https://pve1.example:8006").withProxy(login);
      assertThat(failureOf(() -> TlsPve.call(tunnelled, READ)).getMessage())
          .isEqualTo(
              "Cannot reach https://pve1.example:8006: proxy 127.0.0.1:"
                  + proxy.port()
                  + " refused the tunnel: HTTP/1.1 403 Forbidden.\n"
                  + "Check host and port (Proxmox VE listens on 8006), and that no firewall is"
                  + " between.");
      assertThat(proxy.requests().get(0)).startsWith("CONNECT pve1.example:8006 HTTP/1.1");
    }
  }

  @Test
  void aPortThatDoesNotSpeakTlsIsNamed() throws IOException {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    ScriptedServer.Behaviour plain =
        connection -> connection.write("HTTP/1.1 400 Bad Request\r\n\r\n");
    try (ScriptedServer server = new ScriptedServer(listener, plain, plain, plain, plain)) {
      ProxmoxConnection wrongPort =
          ProxmoxConnection.to(Transports.TOKEN, "https://localhost:" + server.port());
      assertThat(failureOf(() -> TlsPve.call(wrongPort, READ)).getMessage())
          .isEqualTo(
              "Cannot reach https://localhost:"
                  + server.port()
                  + ": what listens there does not speak TLS properly.\n"
                  + "Check that Proxmox VE itself listens there, usually on port 8006.");
    }
  }
}
