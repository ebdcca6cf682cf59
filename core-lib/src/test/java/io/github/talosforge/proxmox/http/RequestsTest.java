package io.github.talosforge.proxmox.http;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.delete;
import static com.github.tomakehurst.wiremock.client.WireMock.deleteRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static io.github.talosforge.proxmox.http.TestSecrets.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as Proxmox takes them. */
class RequestsTest {
  private static final ApiRequest READ = ApiRequest.get("/version");
  private static final ApiRequest WRITE =
      ApiRequest.post("/nodes/{node}/qemu", "pve1").with("vmid", 100);

  @RegisterExtension
  private static final WireMockExtension PVE =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private HttpTransport transport;

  @BeforeEach
  void open() {
    transport = Transports.open(new VirtualScheduler(), "http://127.0.0.1:" + PVE.getPort());
  }

  @AfterEach
  void close() {
    transport.close();
  }

  @Test
  void givesTheDataOfAnAnswer() {
    PVE.stubFor(get("/api2/json/version").willReturn(okJson("{\"data\":{\"release\":\"9.1\"}}")));
    assertThat(transport.call(READ).path("release").asText()).isEqualTo("9.1");
    PVE.verify(
        getRequestedFor(urlEqualTo("/api2/json/version"))
            .withHeader("Authorization", equalTo("PVEAPIToken=forge@pve!ci=" + TestSecrets.TOKEN)));
    assertThat(transport.counters()).isEqualTo(new ClientCounters(1, 0, 0, 0, 0));
  }

  @Test
  void sendsFormsWithALengthAndNeverAPlusForASpace() {
    PVE.stubFor(post(anyUrl()).willReturn(okJson("{\"data\":null}")));
    ApiRequest request = WRITE.with("description", "a b+c&d=ü").with("start", true);
    assertThat(transport.call(request).isNull()).isTrue();
    PVE.verify(
        postRequestedFor(urlEqualTo("/api2/json/nodes/pve1/qemu"))
            .withHeader("Content-Type", equalTo("application/x-www-form-urlencoded"))
            .withHeader("Content-Length", equalTo("51"))
            .withoutHeader("Transfer-Encoding")
            .withRequestBody(equalTo("vmid=100&description=a%20b%2Bc%26d%3D%C3%BC&start=1")));
  }

  @Test
  void aParameterMayComeMoreThanOnce() {
    assertThat(WRITE.with("x", "1").with("x", "2").summary().parameters())
        .containsExactly("vmid=100", "x=1", "x=2");
  }

  @Test
  void deletesWithAQueryAndNoBody() {
    PVE.stubFor(delete(anyUrl()).willReturn(okJson("{\"data\":null}")));
    transport.call(
        ApiRequest.delete(
                "/nodes/{n}/storage/{s}/content/{v}", "pve1", "local", "local:iso/a b.iso")
            .with("delay", 5));
    PVE.verify(
        deleteRequestedFor(
                urlEqualTo(
                    "/api2/json/nodes/pve1/storage/local/content/local%3Aiso%2Fa%20b.iso?delay=5"))
            .withoutHeader("Content-Type")
            .withoutHeader("Transfer-Encoding"));
  }

  @Test
  void uploadsWithALength() {
    PVE.stubFor(post(anyUrl()).willReturn(okJson("{\"data\":null}")));
    byte[] bytes = "an image".getBytes(StandardCharsets.US_ASCII);
    transport.call(
        ApiRequest.post("/nodes/{n}/storage/{s}/upload", "pve1", "local")
            .with("content", "iso")
            .withFile(
                new FilePart("seed.iso", bytes.length, () -> new ByteArrayInputStream(bytes))));
    var sent = PVE.findAll(postRequestedFor(anyUrl())).get(0);
    assertThat(sent.getHeader("Content-Type")).startsWith("multipart/form-data; boundary=");
    assertThat(sent.containsHeader("Transfer-Encoding")).isFalse();
    assertThat(sent.getBodyAsString())
        .contains("name=\"content\"")
        .contains("name=\"filename\"; filename=\"seed.iso\"")
        .contains("an image");
  }

  @Test
  void refusesABodyThatProxmoxWouldRefuse() {
    ProxmoxException failure =
        failureOf(() -> transport.call(WRITE.with("description", "x".repeat(600_000))));
    assertThat(failure.kind()).isEqualTo(ErrorKind.PARAMETER);
    assertThat(failure.problem()).contains("take 600021 bytes").contains("accepts 524288");
    assertThat(PVE.getAllServeEvents()).isEmpty();
  }

  @Test
  void masksSecretsThatTheServerRepeats() {
    PVE.stubFor(
        any(anyUrl())
            .willReturn(
                okJson(
                        "{\"data\":null,\"message\":\"no "
                            + TestSecrets.TOKEN
                            + " here\",\"errors\":{\"cipassword\":\"bad '"
                            + TestSecrets.PARAMETER
                            + "'\"}}")
                    .withStatus(400)));
    ApiRequest request = WRITE.withSecret("cipassword", TestSecrets.PARAMETER);
    ProxmoxException failure = failureOf(() -> transport.call(request));
    assertThat(failure.serverMessage()).isEqualTo("no (hidden) here");
    assertThat(failure.parameterErrors()).containsEntry("cipassword", "bad '(hidden)'");
    assertThat(failure.request().orElseThrow().parameters())
        .containsExactly("vmid=100", "cipassword=***");
    TestSecrets.assertNoSecretIn(request.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", ".."})
  void refusesArgumentsThatWouldLeadToAnotherPath(String argument) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ApiRequest.get("/nodes/{node}/qemu", argument))
        .withMessageContaining("{node}");
  }

  @Test
  void needsOneArgumentForEachPlaceholder() {
    assertThatIllegalArgumentException().isThrownBy(() -> ApiRequest.get("/nodes/{node}"));
    assertThatIllegalArgumentException().isThrownBy(() -> ApiRequest.get("/nodes", "pve1"));
  }

  @Test
  void aQueryThatProxmoxWouldRefuseIsNotSent() {
    ProxmoxException failure =
        failureOf(() -> transport.call(READ.with("filter", "x".repeat(7_000))));
    assertThat(failure.kind()).isEqualTo(ErrorKind.PARAMETER);
  }

  @Test
  void aClosedTransportSendsNothing() {
    transport.close();
    assertThatIllegalStateException().isThrownBy(() -> transport.call(READ));
    assertThat(PVE.getAllServeEvents()).isEmpty();
  }
}
