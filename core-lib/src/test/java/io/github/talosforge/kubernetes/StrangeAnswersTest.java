package io.github.talosforge.kubernetes;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.pki.CertificateAndKey;
import io.github.talosforge.pki.CertificateAuthority;
import io.github.talosforge.pki.KeyKind;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that are not what was asked for: none of them reads like an empty list or a success. */
class StrangeAnswersTest {
  private static final NodePod POD = new NodePod("default", "web", "1", NodePod.Tie.NONE);
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

  private static KubernetesException failure(
      int status, String body, Consumer<KubernetesWriter> call) {
    SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(status).withBody(body)));
    ApiServerAccess access =
        new ApiServerAccess(
            URI.create("http://127.0.0.1:" + SERVER.getPort()), AUTHORITY.certificate(), AUTHORITY);
    try (KubernetesWriter kubernetes = new HttpKubernetes(access, Dialer.direct().loopbackOnly())) {
      return catchThrowableOfType(KubernetesException.class, () -> call.accept(kubernetes));
    }
  }

  private static Arguments answer(String body, Consumer<KubernetesWriter> call, String came) {
    return Arguments.of(body, call, came);
  }

  private static Arguments nodes(String body, String came) {
    return answer(body, KubernetesReader::nodes, came);
  }

  private static Arguments pods(String body, String came) {
    return answer(body, kubernetes -> kubernetes.podsOn("worker-1"), came);
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        nodes("{}", "an object without kind instead of a NodeList"),
        nodes("[]", "no object (array) instead of a NodeList"),
        nodes("", "no object (nothing) instead of a NodeList"),
        nodes("{\"kind\":\"PodList\",\"items\":[]}", "a PodList instead of a"),
        nodes("{\"kind\":\"NodeList\"}", "a NodeList without items"),
        nodes("{\"kind\":\"NodeList\",\"items\":{}}", "a NodeList without items"),
        nodes("{\"items\":[]}", "an object without kind instead of a NodeList"),
        nodes(
            "{\"kind\":\"NodeList\",\"metadata\":{\"continue\":\"x\"},\"items\":[]}",
            "the beginning of a NodeList, of which all was asked for"),
        nodes("{\"kind\":\"NodeList\",\"items\":[{}]}", "a Node without metadata.name"),
        nodes(
            "{\"kind\":\"NodeList\",\"items\":[{\"metadata\":{\"name\":\"worker-1\"}}]}",
            "node worker-1, but not with whether it is ready"),
        pods("{\"kind\":\"PodList\"}", "a PodList without items"),
        pods(
            "{\"kind\":\"PodList\",\"items\":[{\"spec\":{\"nodeName\":\"worker-2\"}}]}",
            "a pod of node worker-2"),
        pods(
            "{\"kind\":\"PodList\",\"items\":[{\"spec\":{\"nodeName\":\"worker-1\"}}]}",
            "a Pod without metadata.namespace"),
        answer(
            "{\"kind\":\"Node\",\"metadata\":{\"name\":\"worker-2\"}}",
            kubernetes -> kubernetes.cordon("worker-1"),
            "another Node than worker-1"),
        answer(
            "{}",
            kubernetes -> kubernetes.evict(POD),
            "an object without kind instead of a Status"),
        answer(
            "{\"kind\":\"Status\",\"status\":\"Failure\"}",
            kubernetes -> kubernetes.deleteNode("worker-1"),
            "a Status that is no success"),
        answer(
            "{}",
            kubernetes -> kubernetes.systemDaemonSet("kube-proxy"),
            "an object without kind instead of a DaemonSet"),
        answer(
            "{}",
            kubernetes -> kubernetes.systemDeployment("coredns"),
            "an object without kind instead of a Deployment"));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void isRefusedWithWhatWasAskedAndWhatCame(
      String body, Consumer<KubernetesWriter> call, String came) {
    assertThat(failure(200, body, call))
        .hasMessageContaining(" http://127.0.0.1:" + SERVER.getPort() + "/api")
        .hasMessageContaining(" was answered with " + came)
        .hasMessageContaining("Check that kube-apiserver itself listens there");
  }

  @Test
  void anotherServersNotFoundIsNoWordOfKubernetes() {
    assertThat(failure(404, "404 page not found\n", kubernetes -> kubernetes.evict(POD)))
        .hasMessageContaining(
            "was answered with 404, but not in the words of Kubernetes: 404 page not found");
    assertThat(failure(404, "<html/>", kubernetes -> kubernetes.deleteNode("worker-1")))
        .hasMessageContaining("was answered with 404, but not in the words of Kubernetes.");
    assertThat(
            failure(404, "{\"kind\":\"Status\"}", kubernetes -> kubernetes.systemDeployment("x")))
        .isNull();
  }
}
