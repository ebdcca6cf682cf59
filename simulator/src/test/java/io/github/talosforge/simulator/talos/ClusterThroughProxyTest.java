package io.github.talosforge.simulator.talos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.talos.pki.Identity;
import io.github.talosforge.simulator.talos.protocol.machine.BootstrapRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Kubernetes API of nodes that really booted, at their own addresses. */
class ClusterThroughProxyTest {
  private static final String NODES = "/api/v1/nodes";

  private static HttpClient client(TalosLab lab) {
    Identity admin =
        lab.secrets
            .kubernetes()
            .client(
                List.of("system:masters"),
                "admin",
                true,
                Instant.now().minusSeconds(60),
                Duration.ofDays(1));
    return HttpClient.newBuilder()
        .sslContext(tls(lab.secrets.kubernetes().identity().certificate(), admin))
        .proxy(
            ProxySelector.of(
                new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), URI.create(lab.simulator.proxy()).getPort())))
        .build();
  }

  private static SSLContext tls(Certificate authority, Identity admin) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("ca", authority);
      store.setKeyEntry("admin", admin.key(), new char[0], new Certificate[] {admin.certificate()});
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(store);
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(store, new char[0]);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode call(HttpClient client, String method, String url) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    try {
      return new ObjectMapper()
          .readTree(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The nodes with their readiness. */
  private static List<String> nodes(HttpClient client, String server) {
    List<String> nodes = new ArrayList<>();
    for (JsonNode node : call(client, "GET", server + NODES).path("items")) {
      String ready = "";
      for (JsonNode condition : node.at("/status/conditions")) {
        ready =
            condition.path("type").asText().equals("Ready")
                ? condition.path("status").asText()
                : ready;
      }
      nodes.add(node.at("/metadata/name").asText() + "=" + ready);
    }
    return nodes;
  }

  @Test
  void everyControlPlaneNodeShowsTheCluster() {
    try (TalosLab lab = TalosLab.cluster("v1.12.6")) {
      HttpClient client = client(lab);
      for (String address : List.of("192.168.7.10", "192.168.7.11", "192.168.7.12")) {
        assertThat(nodes(client, "https://" + address + ":6443"))
            .containsExactly("cp-0=True", "cp-1=True", "cp-2=True", "w-3=True", "w-4=True");
      }
    }
  }

  @Test
  void aStoppedNodeIsNoticedAndADeletedOneComesBackWithItsNextBoot() {
    try (TalosLab lab = TalosLab.cluster("v1.12.6")) {
      HttpClient client = client(lab);
      nodes(client, TalosLab.ENDPOINT);
      lab.stop(104);
      assertThat(nodes(client, TalosLab.ENDPOINT)).contains("w-4=Unknown");
      call(client, "DELETE", TalosLab.ENDPOINT + NODES + "/w-4");
      assertThat(nodes(client, TalosLab.ENDPOINT)).hasSize(4);
      lab.start(104);
      assertThat(nodes(client, TalosLab.ENDPOINT)).contains("w-4=True");
    }
  }

  @Test
  void withoutQuorumTheApiSaysSo() {
    try (TalosLab lab = TalosLab.cluster("v1.12.6")) {
      HttpClient client = client(lab);
      nodes(client, TalosLab.ENDPOINT);
      lab.stop(101);
      lab.stop(102);
      assertThat(call(client, "GET", TalosLab.ENDPOINT + NODES).path("message").asText())
          .isEqualTo("etcdserver: request timed out");
    }
  }

  @Test
  void objectsSurviveTheSimulatorsProcess(@TempDir Path folder) {
    String uid = "/metadata/uid";
    String before;
    TestSecrets secrets = TestSecrets.create();
    try (TalosLab lab = TalosLab.start(Simulator.builder().state(folder), "v1.12.6", secrets)) {
      lab.fiveNodes();
      lab.admin("192.168.7.10").bootstrap(BootstrapRequest.getDefaultInstance());
      before = call(client(lab), "GET", TalosLab.ENDPOINT + NODES + "/w-3").at(uid).asText();
    }
    try (TalosLab lab = TalosLab.again(Simulator.builder().state(folder), secrets)) {
      JsonNode node = call(client(lab), "GET", TalosLab.ENDPOINT + NODES + "/w-3");
      assertThat(node.at(uid).asText()).isEqualTo(before).isNotEmpty();
    }
  }
}
