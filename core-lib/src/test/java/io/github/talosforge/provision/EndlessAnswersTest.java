package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.net.StrangeServer;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.http.RecordedClients;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Answers that never end, or come byte by byte, end with a sentence and in time. */
class EndlessAnswersTest {
  private static final Duration SHORT = Duration.ofMillis(300);

  /** What the last words tell, even after the host is left alone. */
  private static final String GIVEN_UP = "did not answer in time";

  private static final int HOUR = (int) Duration.ofHours(1).toMillis();

  @RegisterExtension
  private static final WireMockExtension PVE =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

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
    // To connect alone may take longer than that on a slow machine: then the next read is longer.
    Duration longestRead = SHORT;
    String problem;
    do {
      problem = problem("http://127.0.0.1:" + PVE.getPort(), longestRead);
      longestRead = longestRead.multipliedBy(2);
    } while (problem.contains("nothing answers"));
    return problem;
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
    try (StrangeServer server = StrangeServer.withEndlessHeaders()) {
      assertThat(problem(server.url().toString(), Duration.ofMinutes(10)))
          .contains("broke the connection")
          .doesNotContain("xxx");
    }
  }
}
