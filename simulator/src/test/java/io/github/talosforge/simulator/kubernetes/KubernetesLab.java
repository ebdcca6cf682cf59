package io.github.talosforge.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.simulator.fault.CallLog;
import io.github.talosforge.simulator.fault.Faults;
import io.github.talosforge.simulator.fault.LastingFaults;
import io.github.talosforge.simulator.journal.Journal;
import io.github.talosforge.simulator.proxy.ConnectProxy;
import io.github.talosforge.simulator.talos.ApiServers;
import io.github.talosforge.simulator.world.ManualTime;
import io.github.talosforge.simulator.world.SimulatedTime;
import io.github.talosforge.simulator.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** A cluster behind a proxy, as clients meet it. */
public final class KubernetesLab implements AutoCloseable {
  public static final String URL = "https://192.168.7.10:6443";
  private static final ObjectMapper JSON = new ObjectMapper();

  final ManualTime time;
  final TestCluster cluster = new TestCluster();
  final ConnectProxy proxy;
  final CallLog log = new CallLog(new Journal(1000), new Faults(1), LastingFaults.NONE);
  private final World world;
  private final KubernetesApis apis;
  private final ApiServers.Listening listening;
  private final HttpClient admin;

  record Reply(int status, JsonNode body, String text) {}

  KubernetesLab() throws IOException {
    this(new ManualTime(Instant.parse("2026-11-16T10:00:00Z")));
  }

  private KubernetesLab(ManualTime time) throws IOException {
    this(time, time);
  }

  private KubernetesLab(ManualTime manual, SimulatedTime time) throws IOException {
    this.time = manual;
    world = World.builder().time(time).timeScale(0.1).build();
    apis = new KubernetesApis(world, log, () -> {}, () -> {});
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    listening = world.locked(() -> apis.open(cluster, any));
    proxy =
        ConnectProxy.start(
            0,
            (host, port) ->
                host.startsWith("192.168.7.1") && port == 6443
                    ? Optional.of(listening.address())
                    : Optional.empty());
    admin = client("O=system:masters,CN=admin");
  }

  /** A cluster that lives by itself. */
  public static KubernetesLab alive() throws IOException {
    return new KubernetesLab(new ManualTime(Instant.EPOCH), SimulatedTime.wallClock());
  }

  public int proxyPort() {
    return proxy.port();
  }

  public TestAuthority authority() {
    return cluster.authority;
  }

  HttpClient client(String subject) {
    return client(cluster.authority, subject == null ? null : cluster.authority.client(subject));
  }

  HttpClient client(TestAuthority trusted, TestAuthority.Client client) {
    return HttpClient.newBuilder()
        .sslContext(trusted.tls(client))
        .proxy(
            ProxySelector.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port())))
        .version(HttpClient.Version.HTTP_1_1)
        .build();
  }

  Reply get(String path) {
    return send(admin, HttpRequest.newBuilder(URI.create(URL + path)));
  }

  Reply get(HttpClient client, String path) {
    return send(client, HttpRequest.newBuilder(URI.create(URL + path)));
  }

  Reply table(String path) {
    return send(
        admin,
        HttpRequest.newBuilder(URI.create(URL + path))
            .header("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"));
  }

  Reply send(String method, String path, String type, String body) {
    return send(
        admin,
        HttpRequest.newBuilder(URI.create(URL + path))
            .header("Content-Type", type)
            .method(method, HttpRequest.BodyPublishers.ofString(body)));
  }

  Reply post(String path, String body) {
    return send("POST", path, "application/json", body);
  }

  Reply delete(String path) {
    return send("DELETE", path, "application/json", "");
  }

  Reply patch(String path, String kind, String body) {
    return send("PATCH", path, "application/" + kind + "+json", body);
  }

  /** Starts to watch; each line of the body is a change. */
  HttpResponse<InputStream> watch(String path) throws IOException, InterruptedException {
    return admin.send(
        HttpRequest.newBuilder(URI.create(URL + path)).build(),
        HttpResponse.BodyHandlers.ofInputStream());
  }

  private static Reply send(HttpClient client, HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      String type = response.headers().firstValue("Content-Type").orElse("");
      JsonNode body =
          type.startsWith("application/json")
              ? JSON.readTree(response.body())
              : JSON.createObjectNode();
      return new Reply(response.statusCode(), body, response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  <T> T locked(Supplier<T> action) {
    return world.locked(action);
  }

  @Override
  public void close() {
    proxy.close();
    listening.close();
    apis.close();
  }
}
