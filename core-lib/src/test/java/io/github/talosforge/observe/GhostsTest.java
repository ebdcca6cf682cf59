package io.github.talosforge.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.proxmox.ClientLimits;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.http.RecordedClients;
import io.github.talosforge.secrets.Bundles;
import io.github.talosforge.talos.TalosConnection;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that lists a thousand VMs with the cluster's tags, of which there is none. */
class GhostsTest {
  private static final int GHOSTS = 1000;

  private final AtomicInteger lists = new AtomicInteger();
  private final AtomicInteger reads = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile IntConsumer atRead = read -> {};
  private HttpServer server;
  private ProxmoxConnection connection;
  private ProxmoxClient proxmox;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    connection =
        ProxmoxConnection.to(
                ApiToken.of("root@pam!test", "secret"),
                "http://127.0.0.1:" + server.getAddress().getPort())
            .withLimits(new ClientLimits(2, 3, 100_000, ClientLimits.defaults().queueTime()))
            .withDialer(Dialer.direct().loopbackOnly());
    proxmox = RecordedClients.open(connection);
  }

  @AfterEach
  void stop() {
    proxmox.close();
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean read = path.endsWith("/pending");
    String data = "{}";
    if (path.endsWith("/cluster/resources")) {
      lists.incrementAndGet();
      data = ghosts();
    } else if (path.endsWith("/qemu")) {
      data = "[]";
    } else if (path.endsWith("/version")) {
      data = "{\"version\":\"9.1.3\",\"release\":\"9.1\",\"repoid\":\"a\"}";
    }
    if (read) {
      atRead.accept(reads.incrementAndGet());
    }
    byte[] body =
        (read
                ? "{\"data\":null,\"message\":\"Configuration file 'x.conf' does not exist\\n\"}"
                : "{\"data\":" + data + "}")
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json;charset=UTF-8");
    exchange.sendResponseHeaders(read ? 500 : 200, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  private static String ghosts() {
    return IntStream.range(2000, 2000 + GHOSTS)
        .mapToObj(
            id ->
                String.format(
                    Locale.ROOT,
                    "{\"type\":\"qemu\",\"id\":\"qemu/%d\",\"vmid\":%d,\"node\":\"pve1\","
                        + "\"name\":\"cp-%d\",\"status\":\"running\",\"template\":0,"
                        + "\"tags\":\"talosforge;talosforge-demo\"}",
                    id,
                    id,
                    id))
        .collect(
            Collectors.joining(
                ",",
                "[{\"type\":\"node\",\"id\":\"node/pve1\",\"node\":\"pve1\","
                    + "\"status\":\"online\",\"maxmem\":1},",
                "]"));
  }

  private static ClusterSpec spec() {
    return ClusterFiles.read(
            """
            cluster_name: demo
            cluster_uid: 0123456789abcdef
            talos_version: 1.12.4
            kubernetes_version: 1.35.0
            node_cidr: 192.168.22.0/24
            node_gateway: 192.168.22.1
            cluster_api_vip: 192.168.22.100
            dns_servers: [192.168.22.1]
            proxmox_api_url: https://192.168.22.10:8006
            proxmox_nodes: [pve1]
            proxmox_storage: local-zfs
            """,
            "nodes: [{name: cp-1, controller: true}]\n")
        .spec()
        .orElseThrow();
  }

  @Test
  void theListIsReadOnceMoreForAllOfThem() {
    ObservedCluster observed = new Observer(proxmox).observe(spec());

    assertThat(observed.guests()).isEmpty();
    assertThat(reads).hasValue(GHOSTS);
    assertThat(lists).hasValue(2);
  }

  @Test
  void aLookForUsersOfAVolumeEndsWhenTheRunIsStopped() {
    assertThatThrownBy(() -> AttachedVolumes.now(proxmox, () -> reads.get() >= 100))
        .isInstanceOf(CancellationException.class);

    assertThat(reads).hasValueLessThan(GHOSTS / 2);
  }

  private ClusterSession sessionThatStopsAfter(int most) {
    return ClusterSession.over(spec(), connection, to -> proxmox)
        .stoppingWhen(() -> reads.get() >= most);
  }

  @ParameterizedTest
  @MethodSource("looks")
  void aStoppedSessionReadsNothingMore(Consumer<ClusterSession> use) {
    ClusterSession session = sessionThatStopsAfter(100);

    assertThatThrownBy(() -> use.accept(session))
        .isInstanceOf(CancellationException.class)
        .hasMessageContaining("asked to stop");

    assertThat(reads).hasValueLessThan(GHOSTS / 2);
  }

  private static Stream<Consumer<ClusterSession>> looks() {
    return Stream.of(
        session -> session.plan(NodeSelection.all(), false),
        session -> session.planDestruction(NodeSelection.all(), false, true),
        ClusterSession::planLeftovers,
        ClusterSession::status,
        session ->
            session.unconfigured(
                TalosConnection.direct().withDialer(Dialer.direct().loopbackOnly())),
        session ->
            session.talos(Bundles.of(spec().uid().orElseThrow()), Dialer.direct().loopbackOnly()));
  }

  @Test
  void theMachinesAreLookedForNoMoreOnceTheRunIsStopped() {
    ClusterSession session = sessionThatStopsAfter(GHOSTS + 100);
    TalosSession talos =
        HurriedSessions.talos(
            session, Bundles.of(spec().uid().orElseThrow()), Dialer.direct().loopbackOnly());

    assertThatThrownBy(() -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT))
        .isInstanceOf(TalosFlowException.class)
        .hasMessageContaining("asked to stop");

    assertThat(reads).hasValueLessThan(GHOSTS + GHOSTS / 2);
  }

  @Test
  void whoeverIsInterruptedReadsNothingMore() throws InterruptedException {
    Thread looking = Thread.currentThread();
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    atRead =
        read -> {
          if (read == 100) {
            looking.interrupt();
          }
          if (read >= 100) {
            Boolean unused = ended.join();
          }
        };
    ClusterSpec spec = spec();

    assertThatThrownBy(() -> new Observer(proxmox).observe(spec))
        .hasMessageContaining("Interrupted");

    assertThat(Thread.interrupted()).isTrue();
    ended.complete(true);
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals("talosforge-observe")) {
        each.join();
      }
    }
    assertThat(reads).hasValueLessThan(GHOSTS / 2);
    assertThat(lists).hasValue(1);
  }
}
