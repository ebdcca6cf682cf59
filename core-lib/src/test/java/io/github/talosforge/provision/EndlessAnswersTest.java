package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.http.RecordedClients;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Answers that never end, or come byte by byte, end with a sentence and in time. */
@Timeout(60)
class EndlessAnswersTest {
  private static final Duration LONGEST_READ = Duration.ofMillis(300);

  /** What the last words tell, even after the host is left alone. */
  private static final String GIVEN_UP = "did not answer in time";

  private static final int HOUR = (int) Duration.ofHours(1).toMillis();

  @RegisterExtension
  private static final WireMockExtension PVE =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private static HttpServer serving(HttpHandler handler) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", handler);
    server.start();
    return server;
  }

  private static String url(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static ProxmoxConnection connection(String url) {
    return ProxmoxConnection.to(ApiToken.of("root@pam!test", "secret"), url);
  }

  private static String problem(String url, Duration longestRead) {
    try (ProxmoxClient client = RecordedClients.impatient(connection(url), longestRead)) {
      return catchThrowableOfType(ProxmoxException.class, () -> client.cluster().resources())
          .getMessage();
    }
  }

  private static String problemOf(ResponseDefinitionBuilder answer) {
    PVE.stubFor(WireMock.any(WireMock.anyUrl()).willReturn(answer));
    return problem("http://127.0.0.1:" + PVE.getPort(), LONGEST_READ);
  }

  @Test
  void aDripThatLastsLongerThanAReadMayIsGivenUp() {
    assertThat(
            problemOf(
                WireMock.aResponse()
                    .withBody("{\"data\":[" + " ".repeat(100_000) + "]}")
                    .withChunkedDribbleDelay(50_000, HOUR)))
        .contains(GIVEN_UP);
  }

  @Test
  void anAnswerThatNeverBeginsIsGivenUp() {
    assertThat(problemOf(WireMock.aResponse().withFixedDelay(HOUR))).contains(GIVEN_UP);
  }

  @Test
  void headersWithoutEndAreRefused() throws IOException {
    HttpServer server =
        serving(
            exchange -> {
              exchange.getResponseHeaders().add("X-Long", "x".repeat(400_000));
              exchange.sendResponseHeaders(200, -1);
            });
    try {
      assertThat(problem(url(server), Duration.ofSeconds(10)))
          .contains("broke the connection")
          .doesNotContain("xxx");
    } finally {
      server.stop(0);
    }
  }

  /** Faster than memory could hold it until the time is up. */
  @Test
  void aBodyWithoutEndIsRefusedBeforeItFillsTheMemory() throws IOException {
    byte[] piece = " ".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
    HttpServer endless =
        serving(
            exchange -> {
              exchange.sendResponseHeaders(200, 0);
              try (OutputStream out = exchange.getResponseBody()) {
                while (true) {
                  out.write(piece);
                }
              }
            });
    try (ProxmoxClient client = RecordedClients.open(connection(url(endless)))) {
      assertThat(catchThrowableOfType(ProxmoxException.class, () -> client.cluster().resources()))
          .hasMessageContaining("GET /cluster/resources failed")
          .hasMessageContaining("sent more than 64 MiB");
    } finally {
      endless.stop(0);
    }
  }
}
