package io.github.talosforge.kubernetes;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.LaterServer;
import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.CertificateAuthority;
import io.github.talosforge.pki.KeyKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A Kubernetes API that cannot be asked, and what is said of it. */
class SilenceTest {
  private static final CertificateAndKey AUTHORITY =
      CertificateAuthority.ofOrganization(
          "kubernetes",
          KeyKind.ECDSA_P256,
          Instant.parse("2026-01-01T00:00:00Z"),
          new SecureRandom());

  @RegisterExtension
  private static final WireMockExtension SERVER =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private static KubernetesException failure(int port, Dialer dialer) {
    ApiServerAccess access =
        new ApiServerAccess(
            URI.create("http://127.0.0.1:" + port), AUTHORITY.certificate(), AUTHORITY);
    try (KubernetesReader kubernetes = new HttpKubernetes(access, dialer)) {
      return catchThrowableOfType(KubernetesException.class, kubernetes::nodes);
    }
  }

  private static KubernetesException failure() {
    return failure(SERVER.getPort(), Dialer.direct().loopbackOnly());
  }

  @Test
  void aClosedPortIsNamedWithTheCallAndTheNextStep() throws IOException {
    int port;
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = listener.getLocalPort();
    }

    assertThat(failure(port, Dialer.direct().loopbackOnly()))
        .hasMessageStartingWith(
            "GET /api/v1/nodes failed: the Kubernetes API at 127.0.0.1:"
                + port
                + " does not answer: the connection was refused.\n")
        .hasMessageContaining("see whether kube-apiserver runs")
        .hasRootCauseInstanceOf(IOException.class);
  }

  @Test
  void aCertificateThatDoesNotCountYetIsHeldAgainstTheClock() throws Exception {
    try (LaterServer server = new LaterServer()) {
      ApiServerAccess access = new ApiServerAccess(server.url(), server.authority(), AUTHORITY);
      try (KubernetesReader kubernetes =
          new HttpKubernetes(access, Dialer.direct().loopbackOnly())) {
        assertThat(catchThrowableOfType(KubernetesException.class, kubernetes::nodes))
            .hasMessageContaining(
                "does not answer: its certificate does not count at this time, and this machine's"
                    + " clock says ")
            .hasMessageContaining(": set the clock right that is wrong.\n");
      }
    }
  }

  @Test
  void aBrokenConnectionIsNamedWithTheCall() {
    SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));

    assertThat(failure())
        .hasMessageStartingWith("GET /api/v1/nodes failed: the Kubernetes API at 127.0.0.1:")
        .hasMessageNotContaining("null");
  }

  @Test
  void whatStandsInFrontIsQuotedIfItSaysALine() {
    SERVER.stubFor(
        any(anyUrl()).willReturn(aResponse().withStatus(503).withBody("no healthy upstream\n")));

    assertThat(failure()).hasMessageEndingWith("was refused: 503 no healthy upstream");
    assertThat(failure().serverWords()).isEqualTo("no healthy upstream");
  }

  @Test
  void aPageOfWhatStandsInFrontIsNotQuoted() {
    SERVER.stubFor(
        any(anyUrl()).willReturn(aResponse().withStatus(502).withBody("<html>Bad Gateway</html>")));

    assertThat(failure()).hasMessageEndingWith("was refused: 502");
  }
}
