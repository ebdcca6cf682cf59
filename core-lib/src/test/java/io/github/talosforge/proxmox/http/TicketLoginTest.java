package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TicketLoginTest {
  private static final String LOGIN = "/api2/json/access/ticket";
  private static final ApiRequest READ = ApiRequest.get("/version");
  private static final ApiRequest WRITE =
      ApiRequest.post("/nodes/{node}/qemu", "pve1").with("vmid", 100);
  private static final String FIRST = cookie(TestSecrets.TICKET);
  private static final String SECOND = cookie(TestSecrets.SECOND_TICKET);

  @RegisterExtension
  private static final WireMockExtension PVE =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private final VirtualScheduler scheduler = new VirtualScheduler();
  private HttpTransport transport;

  private static String cookie(String ticket) {
    return "PVEAuthCookie=" + PathTemplate.encode(ticket);
  }

  private static String ticket(String value) {
    return "{\"data\":{\"ticket\":\""
        + value
        + "\",\"CSRFPreventionToken\":\""
        + TestSecrets.CSRF
        + "\"}}";
  }

  @BeforeEach
  void open() {
    String endpoint = "http://127.0.0.1:" + PVE.getPort();
    transport = Transports.open(scheduler, ProxmoxConnection.to(Transports.PASSWORD, endpoint));
    PVE.stubFor(any(anyUrl()).atPriority(10).willReturn(okJson("{\"data\":\"yes\"}")));
    PVE.stubFor(
        post(LOGIN)
            .withRequestBody(containing("password=" + TestSecrets.PASSWORD))
            .willReturn(okJson(ticket(TestSecrets.TICKET))));
    PVE.stubFor(
        post(LOGIN)
            .withRequestBody(containing("password=" + PathTemplate.encode(TestSecrets.TICKET)))
            .willReturn(okJson(ticket(TestSecrets.SECOND_TICKET))));
  }

  @AfterEach
  void close() {
    transport.close();
  }

  @Test
  void logsInOnceAndProtectsWritesWithTheCsrfToken() {
    transport.call(READ);
    transport.call(WRITE);
    PVE.verify(1, postRequestedFor(urlEqualTo(LOGIN)).withoutHeader("Cookie"));
    PVE.verify(
        getRequestedFor(anyUrl())
            .withHeader("Cookie", equalTo(FIRST))
            .withoutHeader("CSRFPreventionToken"));
    PVE.verify(
        postRequestedFor(urlEqualTo("/api2/json/nodes/pve1/qemu"))
            .withHeader("Cookie", equalTo(FIRST))
            .withHeader("CSRFPreventionToken", equalTo(TestSecrets.CSRF)));
    assertThat(transport.counters().writes()).as("logging in is no write").isEqualTo(1);
  }

  @Test
  void prolongsTheTicketBeforeItsTwoHoursAreOver() {
    transport.call(READ);
    scheduler.pause(Duration.ofMinutes(80));
    transport.call(READ);
    PVE.verify(1, postRequestedFor(urlEqualTo(LOGIN)));
    scheduler.pause(Duration.ofMinutes(15));
    transport.call(READ);
    PVE.verify(2, postRequestedFor(urlEqualTo(LOGIN)));
    PVE.verify(1, getRequestedFor(anyUrl()).withHeader("Cookie", equalTo(SECOND)));
  }

  @Test
  void usesThePasswordWhenTheTicketIsTooOldToProlong() {
    transport.call(READ);
    scheduler.pause(Duration.ofHours(3));
    transport.call(READ);
    PVE.verify(
        2,
        postRequestedFor(urlEqualTo(LOGIN))
            .withRequestBody(containing("password=" + TestSecrets.PASSWORD)));
  }

  @Test
  void logsInAgainWhenATicketExpiresInTheMiddleEvenOfAWrite() {
    transport.call(READ);
    PVE.stubFor(
        post("/api2/json/nodes/pve1/qemu")
            .inScenario("expiry")
            .whenScenarioStateIs("Started")
            .willSetStateTo("renewed")
            .willReturn(aResponse().withStatus(401).withStatusMessage("No ticket")));
    assertThat(transport.call(WRITE).asText()).isEqualTo("yes");
    PVE.verify(2, postRequestedFor(urlEqualTo(LOGIN)));
    PVE.verify(2, postRequestedFor(urlEqualTo("/api2/json/nodes/pve1/qemu")));
    assertThat(transport.counters().retries()).isEqualTo(1);
  }

  @Test
  void givesUpAfterASecond401() {
    PVE.stubFor(
        get("/api2/json/version")
            .willReturn(aResponse().withStatus(401).withStatusMessage("No ticket")));
    assertThat(failureOf(() -> transport.call(READ)).kind()).isEqualTo(ErrorKind.AUTHENTICATION);
    PVE.verify(2, getRequestedFor(anyUrl()));
  }

  @Test
  void triesARefusedPasswordOnlyOnce() {
    PVE.stubFor(
        post(LOGIN)
            .willReturn(aResponse().withStatus(401).withStatusMessage("authentication failure")));
    ProxmoxException failure = failureOf(() -> transport.call(READ));
    assertThat(failure.kind()).isEqualTo(ErrorKind.AUTHENTICATION);
    assertThat(failure.getMessage())
        .isEqualTo(
            "http://127.0.0.1:"
                + PVE.getPort()
                + " refused the credentials: authentication failure\n"
                + "Check user, realm and password of root@pam.");
    PVE.verify(1, postRequestedFor(urlEqualTo(LOGIN)));
  }

  @Test
  void explainsThatASecondFactorCannotBeGiven() {
    PVE.stubFor(
        post(LOGIN)
            .willReturn(
                okJson(
                    "{\"data\":{\"NeedTFA\":1,\"ticket\":\"PVE:!tfa!%7B%7D:6789::x\",\"username\":\"root@pam\"}}")));
    ProxmoxException failure = failureOf(() -> transport.call(READ));
    assertThat(failure.kind()).isEqualTo(ErrorKind.AUTHENTICATION);
    assertThat(failure.getMessage())
        .isEqualTo(
            "Proxmox demands a second factor of root@pam, which nobody can type.\n"
                + "Use an API token, which needs none: 'pveum user token add root@pam talosforge'"
                + " on a host.");
    PVE.verify(1, postRequestedFor(urlEqualTo(LOGIN)));
  }
}
