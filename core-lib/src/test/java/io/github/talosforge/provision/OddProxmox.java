package io.github.talosforge.provision;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials.ApiToken;
import io.github.talosforge.proxmox.http.RecordedClients;
import io.github.talosforge.simulator.Simulator;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stands before a simulated Proxmox VE: calls take effect there, but some answers are others. */
public final class OddProxmox implements AutoCloseable {
  private final RawClient simulator;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> operations = new CopyOnWriteArrayList<>();
  private volatile Change change = (operation, number, answer) -> answer;

  /** Changes answers. */
  public interface Change {
    /**
     * Changes one.
     *
     * @param operation the method and path without ids
     * @param number the how-manieth answer of all it is, from 0
     * @param answer the true one
     * @return the answer that is given
     */
    String of(String operation, int number, String answer);
  }

  public OddProxmox(Simulator simulator) {
    this.simulator = new RawClient(simulator);
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Answers from now on otherwise, and counts anew. */
  public void change(Change wanted) {
    operations.clear();
    change = wanted;
  }

  /** Answers truly from now on, and counts anew. */
  void sober() {
    change((operation, number, answer) -> answer);
  }

  /** Carries a plan out through it. */
  public ApplyResult apply(SimulatedCluster cluster, Plan plan) {
    ProxmoxConnection connection = connection();
    try (ClusterSession session =
        ClusterSession.over(cluster.spec(), connection, RecordedClients::open)) {
      return session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
    }
  }

  ProxmoxConnection connection() {
    return ProxmoxConnection.to(ApiToken.of("root@pam!test", "secret"), url())
        .withDialer(Dialer.direct().loopbackOnly());
  }

  /** Returns the operations that were answered, in their order. */
  List<String> operations() {
    return List.copyOf(operations);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
    HttpResponse<String> truth =
        simulator.send(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-Type")).orElse(""),
            body);
    String operation = operation(exchange);
    operations.add(operation);
    byte[] told =
        change.of(operation, operations.size() - 1, truth.body()).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json;charset=UTF-8");
    exchange.sendResponseHeaders(truth.statusCode(), told.length == 0 ? -1 : told.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(told);
    }
  }

  private static String operation(HttpExchange exchange) {
    return exchange.getRequestMethod()
        + " "
        + exchange
            .getRequestURI()
            .getPath()
            .replaceFirst("^/api2/json", "")
            .replaceAll("UPID:[^/]*", "UPID")
            .replaceAll("/pve\\d+", "/HOST")
            .replaceAll("\\d{3,}", "ID");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
