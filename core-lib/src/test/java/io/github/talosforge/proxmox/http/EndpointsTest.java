package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static io.github.talosforge.proxmox.http.ScriptedServer.json;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several endpoints of one cluster. */
class EndpointsTest {
  private static final ApiRequest READ = ApiRequest.get("/version");
  private static final ApiRequest WRITE =
      ApiRequest.post("/nodes/{node}/qemu", "pve1").with("vmid", 100);
  private static final String OK = json("{\"data\":\"first\"}");

  @RegisterExtension
  private static final WireMockExtension SECOND =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private final VirtualScheduler scheduler = new VirtualScheduler();

  @BeforeEach
  void answer() {
    SECOND.stubFor(any(anyUrl()).willReturn(okJson("{\"data\":\"second\"}")));
  }

  private static String second() {
    return "http://127.0.0.1:" + SECOND.getPort();
  }

  private static String closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + socket.getLocalPort();
    }
  }

  @Test
  void anEndpointThatIsDownAtTheStartIsPassedOver() throws IOException {
    try (HttpTransport transport = Transports.open(scheduler, closedPort(), second())) {
      assertThat(transport.call(WRITE).asText()).isEqualTo("second");
      assertThat(transport.call(READ).asText()).isEqualTo("second");
      assertThat(transport.counters()).isEqualTo(new ClientCounters(1, 1, 0, 0, 1));
      assertThat(scheduler.nanos()).as("no pause before the next endpoint").isZero();
    }
  }

  @Test
  void anEndpointThatGoesDownInTheMiddleIsPassedOver() throws IOException {
    try (ScriptedServer first =
        new ScriptedServer(
            connection -> {
              connection.readRequest();
              connection.write(OK);
            })) {
      try (HttpTransport transport = Transports.open(scheduler, first.url(), second())) {
        assertThat(transport.call(READ).asText()).isEqualTo("first");
        first.goDown();
        assertThat(transport.call(READ).asText()).isEqualTo("second");
        assertThat(transport.call(WRITE).asText()).isEqualTo("second");
        assertThat(transport.counters().failovers()).isEqualTo(1);
      }
    }
  }

  @Test
  void aWriteInDoubtIsNotGivenToTheNextEndpoint() throws IOException {
    try (ScriptedServer first =
            new ScriptedServer(
                connection -> {
                  connection.readRequest();
                  connection.reset();
                });
        HttpTransport transport = Transports.open(scheduler, first.url(), second())) {
      assertThat(failureOf(() -> transport.call(WRITE)).outcomeUnknown()).isTrue();
      assertThat(SECOND.getAllServeEvents()).isEmpty();
      assertThat(transport.call(READ).asText()).isEqualTo("second");
    }
  }

  @Test
  void saysWhatIsWrongWithEachEndpoint() throws IOException {
    String one = closedPort();
    String two = closedPort();
    try (HttpTransport transport = Transports.open(scheduler, one, two)) {
      ProxmoxException failure = failureOf(() -> transport.call(READ));
      assertThat(failure.kind()).isEqualTo(ErrorKind.CONNECTION);
      assertThat(failure.problem())
          .startsWith("None of 2 endpoints answers.")
          .contains("Cannot reach " + one + ": the connection was refused.")
          .contains("Cannot reach " + two + ": the connection was refused.");
    }
  }

  @Test
  void anEndpointThatKeepsFailingIsLeftAloneForAWhileAndThenUsedAgain() throws IOException {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    ScriptedServer.Behaviour reset = ScriptedServer.Connection::reset;
    try (ScriptedServer server =
            new ScriptedServer(
                listener,
                reset,
                reset,
                reset,
                connection -> {
                  connection.readRequest();
                  connection.write(OK);
                });
        HttpTransport transport = Transports.open(scheduler, server.url())) {
      failureOf(() -> transport.call(READ));
      long retries = transport.counters().retries();
      ProxmoxException refused = failureOf(() -> transport.call(WRITE));
      assertThat(refused.kind()).isEqualTo(ErrorKind.CONNECTION);
      assertThat(transport.counters().retries()).as("not even tried").isEqualTo(retries);
      assertThat(refused.problem())
          .contains(server.url())
          .containsAnyOf("broke the connection", "Connection reset");
      scheduler.pause(Duration.ofSeconds(6));
      assertThat(transport.call(READ).asText()).isEqualTo("first");
    }
  }
}
