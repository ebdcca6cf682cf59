package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whoever is given up after several attempts is told why each of them failed. */
class LastWordsTest {
  private static final int HOUR = (int) Duration.ofHours(1).toMillis();
  private static final ApiRequest READ = ApiRequest.get("/version");

  @RegisterExtension
  private static final WireMockExtension PVE =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  /** Whether whatever is sent now is answered by nobody, so that waiting for it is in vain. */
  private boolean silent;

  private final VirtualScheduler scheduler = new VirtualScheduler();
  private HttpTransport patient;
  private HttpTransport transport;

  @BeforeEach
  void open() {
    ProxmoxConnection connection = ProxmoxConnection.to(Transports.TOKEN, url());
    patient = Transports.open(scheduler, connection);
    transport =
        Transports.watched(
            scheduler,
            connection,
            chain ->
                (silent ? chain.withReadTimeout(50, TimeUnit.MILLISECONDS) : chain)
                    .proceed(chain.request()));
  }

  @AfterEach
  void close() {
    patient.close();
    transport.close();
  }

  private static String url() {
    return "http://127.0.0.1:" + PVE.getPort();
  }

  private void fallSilent() {
    silent = true;
    always(aResponse().withFixedDelay(HOUR));
  }

  private static void always(ResponseDefinitionBuilder answer) {
    PVE.stubFor(any(anyUrl()).willReturn(answer));
  }

  @Test
  void aHostThatNeverAnswersInTimeIsNamedWithItsTimeOuts() {
    fallSilent();

    ProxmoxException failure = failureOf(() -> transport.call(READ));

    assertThat(failure.getMessage())
        .isEqualTo(
            "GET /version failed: "
                + url()
                + " is left alone since 03:04:05 UTC because its last calls failed: GET /version"
                + " failed: "
                + url()
                + " did not answer in time (3 times, last at 03:04:05 UTC).\n"
                + "The host may be overloaded or restarting; try again. The endpoint is asked again"
                + " from 03:04:10 UTC on.");
    assertThat(failure.getSuppressed())
        .singleElement()
        .satisfies(
            last -> assertThat(((ProxmoxException) last).kind()).isEqualTo(ErrorKind.TIMEOUT));
    assertThat(transport.counters().retries()).isEqualTo(3);
  }

  @Test
  void aCallThatIsNotSentTellsWhichCallsFailedBeforeIt() {
    fallSilent();
    failureOf(() -> transport.call(READ));
    scheduler.pause(Duration.ofSeconds(2));

    ProxmoxException failure = failureOf(() -> transport.call(ApiRequest.get("/cluster/status")));

    assertThat(failure.problem())
        .startsWith("GET /cluster/status failed: " + url() + " is left alone since 03:04:05 UTC")
        .contains("GET /version failed: " + url() + " did not answer in time (3 times");
    assertThat(failure.request())
        .hasValueSatisfying(each -> assertThat(each).hasToString("GET /cluster/status"));
    assertThat(transport.counters().retries()).as("not even tried").isEqualTo(3);
  }

  @Test
  void anEndpointThatFailsItsTrialIsLeftAloneAnew() {
    fallSilent();
    failureOf(() -> transport.call(READ));
    silent = false;
    always(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
    scheduler.pause(Duration.between(scheduler.now(), Instant.parse("2026-01-02T03:04:12Z")));

    assertThat(failureOf(() -> transport.call(READ)).problem())
        .contains("is left alone since 03:04:12 UTC")
        .contains("did not answer in time (3 times, last at 03:04:05 UTC); GET /version failed: ")
        .endsWith("broke the connection (at 03:04:12 UTC).");
  }

  @Test
  void aLastAttemptThatFailedOtherwiseDoesNotHideTheOthers() {
    PVE.stubFor(
        any(anyUrl())
            .inScenario("restart")
            .whenScenarioStateIs(Scenario.STARTED)
            .willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER))
            .willSetStateTo("up"));
    PVE.stubFor(
        any(anyUrl())
            .inScenario("restart")
            .whenScenarioStateIs("up")
            .willReturn(aResponse().withStatus(595)));

    ProxmoxException failure = failureOf(() -> patient.call(READ));

    assertThat(failure.kind()).isEqualTo(ErrorKind.HOST_UNREACHABLE);
    assertThat(failure.problem())
        .endsWith(
            " Earlier attempts failed otherwise: GET /version failed: "
                + url()
                + " broke the connection.");
    assertThat(patient.counters().retries()).isEqualTo(3);
  }

  @Test
  void aRefusalSaysNothingOfTroubleThatPassed() {
    PVE.stubFor(
        any(anyUrl())
            .inScenario("restart")
            .whenScenarioStateIs(Scenario.STARTED)
            .willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER))
            .willSetStateTo("up"));
    PVE.stubFor(
        any(anyUrl())
            .inScenario("restart")
            .whenScenarioStateIs("up")
            .willReturn(aResponse().withStatus(403).withStatusMessage("Permission check failed")));

    assertThat(failureOf(() -> patient.call(READ)).problem())
        .contains("Permission check failed")
        .doesNotContain("broke the connection");
  }
}
