package io.github.talosforge.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.net.Dialer;
import java.io.IOException;
import java.net.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Reads over HTTPS with a client certificate, on sockets of the dialer. */
public final class HttpKubernetesReader implements KubernetesReader {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int NOT_FOUND = 404;

  private final HttpUrl server;
  private final OkHttpClient client;

  /**
   * Prepares to read; nothing is sent yet.
   *
   * @param access how the API is reached
   * @param dialer what opens the connections
   */
  public HttpKubernetesReader(ApiServerAccess access, Dialer dialer) {
    server = Objects.requireNonNull(HttpUrl.get(access.server()), "server");
    ClientTls tls = ClientTls.of(access);
    client =
        new OkHttpClient.Builder()
            .sslSocketFactory(tls.socketFactory(), tls.trustManager())
            .socketFactory(dialer.socketFactory())
            .dns(dialer::resolve)
            .proxy(Proxy.NO_PROXY)
            .connectTimeout(PATIENCE)
            .callTimeout(PATIENCE)
            .followRedirects(false)
            .fastFallback(false)
            .build();
  }

  @Override
  public List<KubernetesNode> nodes() {
    List<KubernetesNode> nodes = new ArrayList<>();
    items(path("api/v1/nodes")).forEach(item -> nodes.add(node(item)));
    return nodes;
  }

  private static KubernetesNode node(JsonNode item) {
    List<String> addresses = new ArrayList<>();
    item.path("status")
        .path("addresses")
        .forEach(
            address -> {
              if (address.path("type").asText().equals("InternalIP")) {
                addresses.add(address.path("address").asText());
              }
            });
    JsonNode ready = condition(item, "Ready");
    return new KubernetesNode(
        item.path("metadata").path("name").asText(),
        addresses,
        ready.path("status").asText().equals("True"),
        ready.path("message").asText(),
        item.path("spec").path("unschedulable").asBoolean());
  }

  private static JsonNode condition(JsonNode item, String type) {
    for (JsonNode condition : item.path("status").path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition;
      }
    }
    return MAPPER.missingNode();
  }

  @Override
  public List<KubernetesPod> systemPods(String selector) {
    List<KubernetesPod> pods = new ArrayList<>();
    HttpUrl url =
        path("api/v1/namespaces/kube-system/pods")
            .newBuilder()
            .addQueryParameter("labelSelector", selector)
            .build();
    items(url).forEach(item -> pods.add(pod(item)));
    return pods;
  }

  private static KubernetesPod pod(JsonNode item) {
    return new KubernetesPod(
        item.path("metadata").path("name").asText(),
        item.path("metadata").path("labels").path("k8s-app").asText(),
        item.path("spec").path("nodeName").asText(),
        condition(item, "Ready").path("status").asText().equals("True"));
  }

  @Override
  public Optional<Replicas> systemDaemonSet(String name) {
    return get(path("apis/apps/v1/namespaces/kube-system/daemonsets/" + name))
        .map(set -> set.path("status"))
        .map(
            status ->
                new Replicas(
                    status.path("numberReady").asInt(),
                    status.path("desiredNumberScheduled").asInt()));
  }

  @Override
  public Optional<Replicas> systemDeployment(String name) {
    return get(path("apis/apps/v1/namespaces/kube-system/deployments/" + name))
        .map(
            set ->
                new Replicas(
                    set.path("status").path("readyReplicas").asInt(),
                    set.path("spec").path("replicas").asInt(1)));
  }

  private HttpUrl path(String segments) {
    return server.newBuilder().addPathSegments(segments).build();
  }

  private JsonNode items(HttpUrl url) {
    return get(url)
        .orElseThrow(() -> new KubernetesException("GET " + url + ": not found", NOT_FOUND, null))
        .path("items");
  }

  private Optional<JsonNode> get(HttpUrl url) {
    try (Response response = client.newCall(new Request.Builder().url(url).build()).execute()) {
      String body = response.body().string();
      if (response.code() == NOT_FOUND) {
        return Optional.empty();
      }
      if (!response.isSuccessful()) {
        throw new KubernetesException(
            "GET " + url + " was refused: " + response.code() + " " + words(body),
            response.code(),
            null);
      }
      return Optional.of(MAPPER.readTree(body));
    } catch (IOException e) {
      throw new KubernetesException(
          "The Kubernetes API at "
              + server.host()
              + ":"
              + server.port()
              + " does not answer: "
              + e.getMessage(),
          0,
          e);
    }
  }

  private static String words(String body) throws IOException {
    return body.startsWith("{") ? MAPPER.readTree(body).path("message").asText() : "";
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
