package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswersTest {
  private static final ApiRequest READ = ApiRequest.get("/version");
  private static final ApiRequest WRITE =
      ApiRequest.post("/nodes/{node}/qemu", "pve1").with("vmid", 100);

  @RegisterExtension
  private static final WireMockExtension PVE =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private final VirtualScheduler scheduler = new VirtualScheduler();
  private HttpTransport transport;

  @BeforeEach
  void open() {
    transport = Transports.open(scheduler, "http://127.0.0.1:" + PVE.getPort());
  }

  @AfterEach
  void close() {
    transport.close();
  }

  @Test
  void readsTheReasonPhraseWhereTheBodySaysNothing() {
    PVE.stubFor(
        any(anyUrl())
            .willReturn(
                okJson("{\"data\":null}")
                    .withStatus(500)
                    .withStatusMessage("VM is locked (backup)")));
    ProxmoxException failure = failureOf(() -> transport.call(WRITE));
    assertThat(failure.kind()).isEqualTo(ErrorKind.LOCKED);
    assertThat(failure.serverMessage()).isEqualTo("VM is locked (backup)");
    assertThat(failure.status()).hasValue(500);
    assertThat(failure.request().orElseThrow().parameters()).containsExactly("vmid=100");
  }

  @Test
  void prefersTheMessageOfTheBody() {
    PVE.stubFor(
        any(anyUrl())
            .willReturn(
                okJson("{\"data\":null,\"message\":\"first line\\nsecond line\\n\"}")
                    .withStatus(500)
                    .withStatusMessage("first line")));
    assertThat(failureOf(() -> transport.call(READ)).serverMessage())
        .isEqualTo("first line second line");
  }

  @Test
  void aLate401EndsTheCallAtOnce() {
    PVE.stubFor(
        any(anyUrl())
            .willReturn(
                aResponse()
                    .withStatus(401)
                    .withStatusMessage("Authentication failed!")
                    .withFixedDelay(200)));
    assertThat(failureOf(() -> transport.call(READ)).kind()).isEqualTo(ErrorKind.AUTHENTICATION);
    assertThat(PVE.getAllServeEvents()).hasSize(1);
  }

  @Test
  void a403IsNotTriedAgain() {
    PVE.stubFor(
        any(anyUrl())
            .willReturn(
                okJson(
                        "{\"data\":null,\"message\":\"Permission check failed (/vms/100, VM.Audit)\\n\"}")
                    .withStatus(403)));
    assertThat(failureOf(() -> transport.call(READ)).kind()).isEqualTo(ErrorKind.PERMISSION);
    assertThat(PVE.getAllServeEvents()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {595, 596, 599})
  void readsAgainButNeverWritesAgainWhenAHostCannotBeAsked(int status) {
    PVE.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(status).withBody("<html>")));
    ProxmoxException read = failureOf(() -> transport.call(READ));
    assertThat(read.kind()).isEqualTo(ErrorKind.HOST_UNREACHABLE);
    PVE.verify(4, getRequestedFor(anyUrl()));
    ProxmoxException write = failureOf(() -> transport.call(WRITE));
    assertThat(write.kind()).isEqualTo(ErrorKind.HOST_UNREACHABLE);
    assertThat(write.outcomeUnknown()).isTrue();
    PVE.verify(1, postRequestedFor(anyUrl()));
    assertThat(transport.counters().retries()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "can't lock file '/var/lock/qemu-server/lock-100.conf' - got timeout",
        "got no worker upid - start worker failed"
      })
  void writesAgainAfterABackOffWhenProxmoxHadNotBegun(String text) {
    PVE.stubFor(
        post(anyUrl())
            .inScenario("lock")
            .whenScenarioStateIs(Scenario.STARTED)
            .willSetStateTo("free")
            .willReturn(aResponse().withStatus(500).withStatusMessage(text)));
    PVE.stubFor(
        post(anyUrl())
            .inScenario("lock")
            .whenScenarioStateIs("free")
            .willReturn(okJson("{\"data\":\"done\"}")));
    long before = scheduler.nanos();
    assertThat(transport.call(WRITE).asText()).isEqualTo("done");
    assertThat(Duration.ofNanos(scheduler.nanos() - before)).isGreaterThan(Duration.ofMillis(100));
    assertThat(transport.counters()).isEqualTo(new ClientCounters(0, 1, 1, 0, 0));
  }

  @Test
  void givesUpOnALockThatIsNeverFreed() {
    PVE.stubFor(
        post(anyUrl())
            .willReturn(
                aResponse()
                    .withStatus(500)
                    .withStatusMessage("can't lock file '/x' - got timeout")));
    assertThat(failureOf(() -> transport.call(WRITE)).kind()).isEqualTo(ErrorKind.LOCK_TIMEOUT);
    PVE.verify(6, postRequestedFor(anyUrl()));
  }

  @Test
  void stopsTryingAtTheDeadline() {
    PVE.stubFor(
        post(anyUrl())
            .willReturn(
                aResponse()
                    .withStatus(500)
                    .withStatusMessage("can't lock file '/x' - got timeout")));
    // Pauses of 1, 2, 4 and 8 seconds, each up to 30 % off, fit; the next one does not.
    failureOf(() -> transport.call(WRITE.within(Duration.ofSeconds(20))));
    assertThat(scheduler.nanos()).isLessThan(Duration.ofSeconds(20).toNanos());
    PVE.verify(5, postRequestedFor(anyUrl()));
  }

  @Test
  void aTruncatedAnswerIsReadAgainButLeavesAWriteInDoubt() {
    PVE.stubFor(
        any(anyUrl())
            .willReturn(aResponse().withStatus(200).withFault(Fault.MALFORMED_RESPONSE_CHUNK)));
    ProxmoxException write = failureOf(() -> transport.call(WRITE));
    assertThat(write.kind()).isEqualTo(ErrorKind.OUTCOME_UNKNOWN);
    assertThat(write.outcomeUnknown()).isTrue();
    PVE.verify(1, postRequestedFor(anyUrl()));
    assertThat(failureOf(() -> transport.call(READ)).kind()).isEqualTo(ErrorKind.CONNECTION);
    PVE.verify(2, getRequestedFor(anyUrl()));
  }

  @Test
  void anAnswerThatIsNoJsonIsNotFromProxmox() {
    PVE.stubFor(any(anyUrl()).willReturn(aResponse().withBody("<html>Welcome</html>")));
    ProxmoxException read = failureOf(() -> transport.call(READ));
    assertThat(read.kind()).isEqualTo(ErrorKind.PROTOCOL);
    assertThat(read.outcomeUnknown()).isFalse();
    assertThat(failureOf(() -> transport.call(WRITE)).outcomeUnknown()).isTrue();
  }

  @Test
  void explainsARedirectFromHttp() {
    PVE.stubFor(
        any(anyUrl())
            .willReturn(
                aResponse()
                    .withStatus(301)
                    .withHeader("Location", "https://127.0.0.1:8006/api2/json/version")));
    ProxmoxException failure = failureOf(() -> transport.call(READ));
    assertThat(failure.kind()).isEqualTo(ErrorKind.PROTOCOL);
    assertThat(failure.getMessage())
        .contains("redirects to 'https://127.0.0.1:8006/api2/json/version'")
        .contains("write https://");
    assertThat(PVE.getAllServeEvents()).hasSize(1);
  }
}
