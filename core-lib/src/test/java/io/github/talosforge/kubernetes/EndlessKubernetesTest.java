package io.github.talosforge.kubernetes;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.StrangeServer;
import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.CertificateAuthority;
import io.github.talosforge.pki.KeyKind;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Answers of Kubernetes that never end, or come byte by byte, end with a sentence and in time. */
class EndlessKubernetesTest {
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int HOUR = (int) Duration.ofHours(1).toMillis();
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

  private static KubernetesException failure(URI url, Duration patience) {
    ApiServerAccess access = new ApiServerAccess(url, AUTHORITY.certificate(), AUTHORITY);
    try (KubernetesReader kubernetes =
        new HttpKubernetes(access, Dialer.direct().loopbackOnly(), patience)) {
      return catchThrowableOfType(KubernetesException.class, kubernetes::nodes);
    }
  }

  private static KubernetesException failureOf(
      ResponseDefinitionBuilder answer, Duration patience) {
    SERVER.stubFor(any(anyUrl()).willReturn(answer));
    return failure(URI.create("http://127.0.0.1:" + SERVER.getPort()), patience);
  }

  @Test
  void aDripIsGivenUp() throws IOException {
    try (StrangeServer server = StrangeServer.dripping(200)) {
      assertThat(failure(server.url(), SHORT))
          .hasMessageStartingWith("GET /api/v1/nodes failed: the Kubernetes API at 127.0.0.1:")
          .hasMessageContaining("does not answer: no whole answer came within 1 seconds.\n");
    }
  }

  @Test
  void anAnswerThatNeverBeginsIsGivenUp() {
    assertThat(failureOf(aResponse().withFixedDelay(HOUR), SHORT))
        .hasMessageContaining("no whole answer came within 1 seconds.\n");
  }

  @Test
  void theWordsOfARefusalThatDripAreLeftOut() throws IOException {
    // The head alone may take longer than that on a slow machine: then the next one is longer.
    KubernetesException failure = null;
    for (Duration patience = SHORT;
        failure == null || failure.getMessage().contains("no whole answer came");
        patience = patience.multipliedBy(2)) {
      try (StrangeServer server = StrangeServer.dripping(500)) {
        failure = failure(server.url(), patience);
      }
    }

    assertThat(failure).hasMessageEndingWith("was refused: 500");
  }

  @Test
  void theWordsOfARefusalAreQuotedInOneShortLine() {
    KubernetesException failure =
        failureOf(
            aResponse()
                .withStatus(422)
                .withBody("{\"message\":\"no\\nwords " + "x".repeat(100_000) + "\"}"),
            LONG);

    assertThat(failure).hasMessageContaining("was refused: 422 no words xxx");
    assertThat(failure.serverWords()).hasSizeLessThan(1100).endsWith("…");
  }

  @Test
  void headersWithoutEndAreRefused() throws IOException {
    try (StrangeServer server = StrangeServer.withEndlessHeaders()) {
      assertThat(failure(server.url(), LONG))
          .hasMessageStartingWith("GET /api/v1/nodes failed: the Kubernetes API at 127.0.0.1:")
          .hasMessageNotContaining("xxx");
    }
  }

  @Test
  void aBodyWithoutEndIsRefusedBeforeItFillsTheMemory() throws IOException {
    try (StrangeServer server = StrangeServer.withEndlessBody(200)) {
      assertThat(failure(server.url(), LONG))
          .hasMessageStartingWith("GET /api/v1/nodes failed: the Kubernetes API at 127.0.0.1:")
          .hasMessageContaining("sent more than 16 MiB.\nCheck that kube-apiserver");
    }
  }

  @Test
  void theWordsOfARefusalWithoutEndAreLeftOut() throws IOException {
    try (StrangeServer server = StrangeServer.withEndlessBody(500)) {
      assertThat(failure(server.url(), LONG)).hasMessageEndingWith("was refused: 500");
    }
  }
}
