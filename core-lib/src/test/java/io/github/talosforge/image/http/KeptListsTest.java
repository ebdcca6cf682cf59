package io.github.talosforge.image.http;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.serverError;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.image.ImageFactoryException;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.net.Dialer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The list of system extensions is kept, and asked for again when it does not do. */
class KeptListsTest {
  private static final TalosVersion VERSION = TalosVersion.of("v1.12.4");
  private static final String PATH = "/version/v1.12.4/extensions/official";
  private static final String TWO = "[{\"name\":\"a/one\"},{\"name\":\"a/two\",\"ref\":\"x\"}]";

  @RegisterExtension
  private final WireMockExtension server =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  @TempDir private Path folder;

  private Set<String> ask(String... wanted) {
    try (ImageFactory factory =
        new HttpImageFactory(
            URI.create("http://127.0.0.1:" + server.getPort()),
            Dialer.direct().loopbackOnly(),
            Optional.of(folder.resolve("results")))) {
      return factory.extensions(VERSION, List.of(wanted));
    }
  }

  private void wasAsked(int times) {
    server.verify(times, getRequestedFor(urlEqualTo(PATH)));
  }

  @Test
  void isAskedForOnceWhileItHasAllThatIsWanted() {
    server.stubFor(get(PATH).willReturn(okJson(TWO)));

    assertThat(ask("a/one")).containsExactlyInAnyOrder("a/one", "a/two");
    assertThat(ask("a/one", "a/two")).containsExactlyInAnyOrder("a/one", "a/two");
    wasAsked(1);

    assertThat(ask("a/three")).doesNotContain("a/three");
    wasAsked(2);
  }

  @Test
  void whatIsKeptOfAnotherFactoryOrCannotBeReadIsNotBelieved() throws IOException {
    server.stubFor(get(PATH).willReturn(okJson(TWO)));
    Path kept = folder.resolve("results/extensions-v1.12.4.json");
    Files.createDirectories(kept.getParent());

    Files.writeString(kept, "{\"factory\":\"https://other\",\"extensions\":[\"a/one\"]}");
    assertThat(ask("a/one")).contains("a/two");
    Files.writeString(kept, "{\"fact");
    assertThat(ask("a/one")).contains("a/two");
    wasAsked(2);
    assertThat(ask("a/one")).as("the good one is kept").contains("a/two");
    wasAsked(2);
  }

  @Test
  void whatCannotBeKeptFailsNothingAndLeavesNothing() throws IOException {
    server.stubFor(get(PATH).willReturn(okJson(TWO)));
    Path inItsPlace =
        Files.createDirectories(folder.resolve("results/extensions-v1.12.4.json/a")).getParent();

    assertThat(ask("a/one")).contains("a/two");

    assertThat(folder.resolve("results")).isDirectoryContaining(inItsPlace::equals);
    assertThat(folder.resolve("results").toFile().list()).hasSize(1);
  }

  @Test
  void anAnswerThatIsNoListIsRefused() {
    for (String answer : List.of("[]", "{}", "[1]", "\"a/one\"")) {
      server.stubFor(get(PATH).willReturn(okJson(answer)));
      assertThatThrownBy(() -> ask("a/one"))
          .as(answer)
          .isInstanceOf(ImageFactoryException.class)
          .hasMessageContaining("is not the one of an Image Factory");
    }
    server.stubFor(get(PATH).willReturn(serverError()));
    assertThatThrownBy(() -> ask("a/one"))
        .hasMessageContaining("could not list the system extensions of Talos v1.12.4: status 500");
  }
}
