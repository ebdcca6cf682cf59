package io.github.talosforge.simulator.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.simulator.RawClient;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.junit.SimulatorExtension;
import java.io.IOException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SimulatorExtension.class)
class TransportTest {
  private static final String DOMAINS = "GET /api2/json/access/domains HTTP/1.1\r\nHost: h\r\n";

  private final Simulator simulator;

  TransportTest(Simulator simulator) {
    this.simulator = simulator;
  }

  private RawClient.Reply exchange(String request) throws IOException {
    try (RawClient client = RawClient.tls(simulator.url())) {
      return client.exchange(request);
    }
  }

  private String authorized(String head) {
    return head + " HTTP/1.1\r\nHost: h\r\n" + RawClient.token(simulator.token());
  }

  @Test
  void chunkedBodyIsRefused() throws IOException {
    RawClient.Reply reply =
        exchange(authorized("POST /api2/json/access/roles") + "Transfer-Encoding: chunked\r\n\r\n");
    assertThat(reply.status()).isEqualTo(501);
    assertThat(reply.reason()).isEqualTo("chunked transfer encoding not supported");
  }

  @Test
  void bodyOfGetAndDeleteIsRefused() throws IOException {
    for (String method : new String[] {"GET", "DELETE"}) {
      RawClient.Reply reply =
          exchange(authorized(method + " /api2/json/version") + "Content-Length: 3\r\n\r\na=1");
      assertThat(reply.status()).isEqualTo(501);
      assertThat(reply.reason()).isEqualTo("Unexpected content for method '" + method + "'");
    }
  }

  @Test
  void bodyAboveHalfAMebibyteIsRefused() throws IOException {
    RawClient.Reply reply =
        exchange(
            authorized("POST /api2/json/access/roles")
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 524289\r\n\r\n");
    assertThat(reply.status()).isEqualTo(501);
    assertThat(reply.reason()).isEqualTo("for data too large");
  }

  @Test
  void otherContentTypesAreRefused() throws IOException {
    RawClient.Reply reply =
        exchange(
            authorized("POST /api2/json/access/roles")
                + "Content-Type: text/xml\r\nContent-Length: 3\r\n\r\n<a>");
    assertThat(reply.status()).isEqualTo(506);
    assertThat(reply.reason()).isEqualTo("upload 'Content-Type 'text/xml' not implemented");
  }

  @Test
  void sixtyFourHeaderLinesEndTheConnectionWithoutAnAnswer() throws IOException {
    assertThat(exchange(DOMAINS + "X-A: 1\r\n".repeat(61) + "\r\n").status()).isEqualTo(200);
    assertThat(exchange(DOMAINS + "X-A: 1\r\n".repeat(62) + "\r\n").status()).isEqualTo(-1);
  }

  @Test
  void headerAboveEightKibibytesEndsTheConnection() throws IOException {
    assertThat(exchange(DOMAINS + "X-A: " + "a".repeat(9000) + "\r\n\r\n").status()).isEqualTo(-1);
  }

  @Test
  void aConnectionTakesAHundredRequests() throws IOException {
    try (Simulator patient = Simulator.builder().idleClose(Duration.ofMinutes(10)).start();
        RawClient client = RawClient.tls(patient.url())) {
      for (int i = 1; i < 100; i++) {
        assertThat(client.exchange(DOMAINS + "\r\n").headers())
            .containsEntry("connection", "Keep-Alive");
      }
      assertThat(client.exchange(DOMAINS + "\r\n").headers()).containsEntry("connection", "close");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void idleConnectionIsClosed() throws IOException {
    // A slow machine may be idle itself for that long: then the next time is longer.
    Duration idle = Duration.ofMillis(500);
    while (!isClosedAfter(idle)) {
      idle = idle.multipliedBy(2);
    }
    assertThat(TransportLimits.PROXMOX.idle()).isEqualTo(Duration.ofSeconds(5));
  }

  /** Tells whether the connection ended after an answer, and not before. */
  private static boolean isClosedAfter(Duration idle) {
    try (Simulator impatient = Simulator.builder().idleClose(idle).start();
        RawClient client = RawClient.tls(impatient.url())) {
      return client.exchange(DOMAINS + "\r\n").status() == 200 && client.ended();
    } catch (IOException closedTooSoon) {
      return false;
    }
  }

  @Test
  void failureClosesTheConnection() throws IOException {
    try (RawClient client = RawClient.tls(simulator.url())) {
      RawClient.Reply reply =
          client.exchange(authorized("GET /api2/json/access/roles/None") + "\r\n");
      assertThat(reply.status()).isEqualTo(500);
      assertThat(reply.headers()).containsEntry("connection", "close");
      assertThat(client.ended()).isTrue();
    }
  }

  @Test
  void plainHttpIsRedirected() throws IOException {
    try (RawClient get = RawClient.plain(simulator.url());
        RawClient post = RawClient.plain(simulator.url())) {
      RawClient.Reply moved = get.exchange("GET /a?b=c HTTP/1.1\r\nHost: h:8006\r\n\r\n");
      assertThat(moved.status()).isEqualTo(301);
      assertThat(moved.headers()).containsEntry("location", "https://h:8006/a?b=c");
      RawClient.Reply kept =
          post.exchange("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n");
      assertThat(kept.status()).isEqualTo(308);
    }
  }

  @Test
  void certificateHasTheFingerprintThatIsPrinted() throws Exception {
    try (RawClient client = RawClient.tls(simulator.url())) {
      byte[] encoded = client.certificate().getEncoded();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(encoded);
      assertThat(simulator.fingerprint())
          .isEqualTo(HexFormat.ofDelimiter(":").formatHex(digest).toUpperCase(Locale.ROOT))
          .hasSize(95);
    }
  }

  @Test
  void formAndJsonBodiesSayTheSame() throws IOException {
    String json = "{\"roleid\":\"FromJson\",\"privs\":\"VM.Audit\"}";
    RawClient.Reply reply =
        exchange(
            authorized("POST /api2/json/access/roles")
                + "Content-Type: application/json\r\nContent-Length: "
                + json.length()
                + "\r\n\r\n"
                + json);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(
            RawClient.post(
                    simulator, "/access/roles", Map.of("roleid", "FromForm", "privs", "VM.Audit"))
                .status())
        .isEqualTo(200);
    assertThat(RawClient.get(simulator, "/access/roles/FromJson").body())
        .isEqualTo(RawClient.get(simulator, "/access/roles/FromForm").body())
        .isEqualTo("{\"data\":{\"VM.Audit\":1}}");
  }

  @Test
  void malformedJsonFails() throws IOException {
    RawClient.Reply reply =
        exchange(
            authorized("POST /api2/json/access/roles")
                + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{]");
    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.reason()).startsWith("malformed JSON");
  }

  @Test
  void failureSaysWhyInReasonPhraseAndBody() {
    RawClient.Reply reply = RawClient.get(simulator, "/access/roles/None");
    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.reason()).isEqualTo("role 'None' does not exist");
    assertThat(reply.body())
        .isEqualTo("{\"data\":null,\"message\":\"role 'None' does not exist\\n\"}");
  }

  @Test
  void olderReleasesSayWhyInTheReasonPhraseOnly() {
    try (Simulator older = Simulator.builder().reasonPhraseOnly().start()) {
      RawClient.Reply reply = RawClient.get(older, "/access/roles/None");
      assertThat(reply.reason()).isEqualTo("role 'None' does not exist");
      assertThat(reply.body()).isEqualTo("{\"data\":null}");
    }
  }

  @Test
  void extjsAlwaysAnswersTwoHundred() throws IOException {
    RawClient.Reply reply = exchange(authorized("GET /api2/extjs/access/roles/None") + "\r\n");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body())
        .contains(
            "\"success\":0", "\"status\":500", "\"message\":\"role 'None' does not exist\\n\"");
  }

  @Test
  void longAnswersAreCompressedOnRequest() throws IOException {
    RawClient.Reply reply =
        exchange(authorized("GET /api2/json/access/roles") + "Accept-Encoding: gzip\r\n\r\n");
    assertThat(reply.headers()).containsEntry("content-encoding", "gzip");
  }

  @Test
  void unauthorizedIsEmptyAndLate() {
    try (Simulator slow = Simulator.builder().timeScale(0.1).start()) {
      long start = System.nanoTime();
      RawClient.Reply reply = RawClient.call(slow, "", "GET", "/version", Map.of());
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(299));
      assertThat(reply.status()).isEqualTo(401);
      assertThat(reply.reason()).isEqualTo("No ticket");
      assertThat(reply.body()).isEmpty();
    }
  }

  @Test
  void whatIsNotModelledNeverSucceeds() {
    RawClient.Reply reply = RawClient.get(simulator, "/cluster/ceph/status");
    assertThat(reply.status()).isEqualTo(501);
    assertThat(reply.reason()).isEqualTo("Method 'GET /cluster/ceph/status' not implemented");
  }

  @Test
  void unknownParameterIsRefused() {
    RawClient.Reply reply =
        RawClient.post(simulator, "/access/roles", Map.of("roleid", "R", "colour", "red"));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.reason()).isEqualTo("Parameter verification failed.");
    assertThat(reply.body())
        .isEqualTo(
            "{\"data\":null,\"errors\":{\"colour\":\"property is not defined in schema and the"
                + " schema does not allow additional properties\"},"
                + "\"message\":\"Parameter verification failed.\\n\"}");
  }
}
