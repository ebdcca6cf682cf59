package io.github.talosforge.image.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.image.Schematic;
import io.github.talosforge.model.SchematicSpec;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.LaterServer;
import io.github.talosforge.net.StrangeServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers of a factory that never end, or come byte by byte, end with a sentence and in time. */
class EndlessFactoryTest {
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final String TRUSTED = "javax.net.ssl.trustStore";
  private static final int HOUR = (int) Duration.ofHours(1).toMillis();
  private static final Schematic SCHEMATIC =
      Schematic.of(new SchematicSpec(List.of(), List.of(), Optional.empty()));

  @RegisterExtension
  private static final WireMockExtension SERVER =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private static URI server() {
    return URI.create("http://127.0.0.1:" + SERVER.getPort());
  }

  private static ImageFactoryException failure(
      URI url, Duration patience, Duration buildTime, Consumer<ImageFactory> question) {
    try (ImageFactory factory =
        new HttpImageFactory(url, Dialer.direct().loopbackOnly(), patience, buildTime)) {
      return catchThrowableOfType(ImageFactoryException.class, () -> question.accept(factory));
    }
  }

  /** The questions that need no image: they do not wait as long as for one that is built. */
  private static Stream<Consumer<ImageFactory>> questions() {
    return Stream.of(ImageFactory::versions, factory -> factory.register(SCHEMATIC));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void aQuestionDoesNotWaitAsLongAsForAnImage(Consumer<ImageFactory> question) {
    SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withFixedDelay(HOUR)));

    assertThat(failure(server(), SHORT, LONG, question))
        .hasMessage(
            "The Image Factory "
                + server()
                + " did not answer in time.\n"
                + "Check the network, or set talos_factory_url to a factory of your own.");
  }

  @ParameterizedTest
  @MethodSource("questions")
  void aDripIsGivenUp(Consumer<ImageFactory> question) throws IOException {
    try (StrangeServer server = StrangeServer.dripping(200)) {
      assertThat(failure(server.url(), SHORT, LONG, question))
          .hasMessageContaining("did not answer in time");
    }
  }

  @Test
  void aChecksumThatDripsIsGivenUpAfterTheTimeOfABuild() throws IOException {
    try (StrangeServer server = StrangeServer.dripping(200)) {
      URI image = server.url().resolve("/image");
      assertThat(failure(server.url(), LONG, SHORT, factory -> factory.checksum(image)))
          .hasMessageContaining("did not answer in time");
    }
  }

  @ParameterizedTest
  @MethodSource("questions")
  void aBodyWithoutEndIsRefusedBeforeItFillsTheMemory(Consumer<ImageFactory> question)
      throws IOException {
    try (StrangeServer server = StrangeServer.withEndlessBody(200)) {
      assertThat(failure(server.url(), LONG, LONG, question))
          .hasMessageStartingWith("The Image Factory " + server.url() + " sent more than 1 MiB.\n");
    }
  }

  @Test
  void aChecksumWithoutEndIsRefused() throws IOException {
    try (StrangeServer server = StrangeServer.withEndlessBody(200)) {
      assertThat(
              failure(
                  server.url(),
                  LONG,
                  LONG,
                  factory -> factory.checksum(server.url().resolve("/image"))))
          .hasMessageContaining("sent more than 1 MiB");
    }
  }

  @ParameterizedTest
  @MethodSource("questions")
  void theWordsOfARefusalWithoutEndAreLeftOut(Consumer<ImageFactory> question) throws IOException {
    try (StrangeServer server = StrangeServer.withEndlessBody(500)) {
      assertThat(failure(server.url(), LONG, LONG, question))
          .hasMessageContaining(": status 500.\n");
    }
  }

  /** Whoever trusts the factory's authority learns that the time is what is wrong. */
  @Test
  @ResourceLock(Resources.SYSTEM_PROPERTIES)
  void aCertificateThatDoesNotCountYetIsHeldAgainstTheClock(@TempDir Path folder) throws Exception {
    try (LaterServer server = new LaterServer()) {
      KeyStore trusted = KeyStore.getInstance("JKS");
      trusted.load(null, null);
      trusted.setCertificateEntry("authority", server.authority().x509());
      Path store = folder.resolve("trusted.jks");
      try (OutputStream out = Files.newOutputStream(store)) {
        trusted.store(out, "changeit".toCharArray());
      }
      System.setProperty(TRUSTED, store.toString());
      try {
        assertThat(failure(server.url(), LONG, LONG, ImageFactory::versions))
            .hasMessageContaining(
                "could not be reached: its certificate does not count at this time, and this"
                    + " machine's clock says ")
            .hasMessageContaining(": set the clock right that is wrong.\n");
      } finally {
        System.clearProperty(TRUSTED);
      }
    }
  }

  @Test
  void headersWithoutEndAreRefused() throws IOException {
    try (StrangeServer server = StrangeServer.withEndlessHeaders()) {
      assertThat(failure(server.url(), LONG, LONG, ImageFactory::versions))
          .hasMessageStartingWith("The Image Factory " + server.url() + " could not be reached: ")
          .hasMessageNotContaining("xxx");
    }
  }

  @Test
  void aRefusalIsQuotedWithItsFirstLine() {
    SERVER.stubFor(
        any(anyUrl())
            .willReturn(aResponse().withStatus(400).withBody("unknown extension\nat x\nat y\n")));

    assertThat(failure(server(), LONG, LONG, factory -> factory.register(SCHEMATIC)))
        .hasMessage(
            "The Image Factory "
                + server()
                + " could not register the schematic: status 400, unknown extension.\n"
                + "Check talos_version, talos_schematic and talos_factory_url.");
  }

  @Test
  void aPageIsNotQuoted() {
    SERVER.stubFor(
        any(anyUrl())
            .willReturn(aResponse().withStatus(502).withBody("<html>\n<h1>Bad</h1></html>")));

    assertThat(failure(server(), LONG, LONG, ImageFactory::versions))
        .hasMessageContaining("could not list its versions: status 502.\n");
  }
}
