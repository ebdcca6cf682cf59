package io.github.talosforge.benchmark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxConnection;
import io.github.talosforge.proxmox.ProxmoxCredentials;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upid;
import io.github.talosforge.proxmox.client.ProxmoxClients;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A thousand tasks on five hosts that run for twenty seconds: what waiting for them costs. */
final class TaskWaitBenchmark implements Benchmark {
  private static final int TASKS = 1_000;
  private static final int HOSTS = 5;
  private static final Duration RUNNING = Duration.ofSeconds(20);

  private final List<Upid> upids =
      IntStream.range(0, TASKS).mapToObj(TaskWaitBenchmark::upid).toList();
  private volatile boolean ended;

  private static Upid upid(int number) {
    return Upid.parse(
        String.format(
            Locale.ROOT,
            "UPID:pve%d:%08X:01B2C3D4:674A1B2C:qmclone:9000:forge@pve!ci:",
            number % HOSTS + 1,
            number));
  }

  @Override
  public String name() {
    return "task-waits";
  }

  @Override
  public Map<String, Object> measure() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
      server.createContext("/", this::answer);
      server.start();
      try {
        return measure("http://127.0.0.1:" + server.getAddress().getPort());
      } finally {
        server.stop(0);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Map<String, Object> measure(String endpoint) throws InterruptedException {
    ProxmoxCredentials token = ProxmoxCredentials.ApiToken.of("forge@pve!ci", "benchmark-token");
    Map<String, Object> figures = new TreeMap<>();
    int threads = ManagementFactory.getThreadMXBean().getThreadCount();
    try (ProxmoxClient client = ProxmoxClients.open(ProxmoxConnection.to(token, endpoint))) {
      var unused = client.version();
      long heap = usedHeap();
      List<TaskHandle> handles = upids.stream().map(client::task).toList();
      boolean early = new CountDownLatch(1).await(RUNNING.toMillis(), TimeUnit.MILLISECONDS);
      figures.put("heap_kib", (usedHeap() - heap) / 1024);
      figures.put("threads", ManagementFactory.getThreadMXBean().getThreadCount() - threads);
      ended = !early;
      long start = System.nanoTime();
      CompletableFuture.allOf(
              handles.stream().map(TaskHandle::completion).toArray(CompletableFuture<?>[]::new))
          .join();
      figures.put("noticed_after_ms", Duration.ofNanos(System.nanoTime() - start).toMillis());
      figures.put("polls", client.counters().polls());
    }
    figures.put("tasks", TASKS);
    figures.put("seconds", RUNNING.toSeconds());
    return figures;
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String data =
        exchange.getRequestURI().getPath().endsWith("/version")
            ? "{\"version\":\"9.1.1\",\"release\":\"9.1\",\"repoid\":\"0\"}"
            : list();
    byte[] body = ("{\"data\":" + data + "}").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private String list() {
    String end = ended ? ",\"endtime\":1735780000,\"status\":\"OK\"" : "";
    return upids.stream()
        .map(upid -> "{\"upid\":\"" + upid + "\",\"node\":\"" + upid.node() + "\"" + end + "}")
        .collect(Collectors.joining(",", "[", "]"));
  }
}
