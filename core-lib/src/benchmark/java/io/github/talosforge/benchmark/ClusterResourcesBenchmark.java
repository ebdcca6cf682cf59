package io.github.talosforge.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.ThreadMXBean;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.proxmox.ClockReading;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upid;
import io.github.talosforge.proxmox.http.ApiRequest;
import io.github.talosforge.proxmox.http.ApiTransport;
import io.github.talosforge.proxmox.http.operation.HttpProxmoxClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The list of everything in a cluster with 10,000 guests: from bytes to records. */
final class ClusterResourcesBenchmark implements Benchmark {
  private static final int GUESTS = 10_000;
  private static final int WARM_UP = 40;
  private static final int ROUNDS = 41;
  private static final double NANOS_IN_MILLI = 1e6;

  private final byte[] body = answer().getBytes(StandardCharsets.UTF_8);

  @Override
  public String name() {
    return "cluster-resources";
  }

  @Override
  public Map<String, Object> measure() {
    try (ProxmoxClient client = new HttpProxmoxClient(new ParsingTransport(body))) {
      for (int i = 0; i < WARM_UP; i++) {
        decode(client);
      }
      double[] times = IntStream.range(0, ROUNDS).mapToDouble(i -> time(client)).sorted().toArray();
      Map<String, Object> figures = new TreeMap<>();
      figures.put("guests", GUESTS);
      figures.put("body_kib", body.length / 1024);
      figures.put("median_ms", rounded(times[ROUNDS / 2]));
      figures.put("p95_ms", rounded(times[ROUNDS * 95 / 100]));
      figures.put("allocated_kib", allocated(client) / 1024);
      return figures;
    }
  }

  private static double time(ProxmoxClient client) {
    long start = System.nanoTime();
    decode(client);
    return (System.nanoTime() - start) / NANOS_IN_MILLI;
  }

  private static long allocated(ProxmoxClient client) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    decode(client);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static void decode(ProxmoxClient client) {
    int decoded = client.cluster().resources().size();
    if (decoded != GUESTS) {
      throw new IllegalStateException(decoded + " of " + GUESTS + " guests decoded");
    }
  }

  private static String answer() {
    return IntStream.range(0, GUESTS)
        .mapToObj(ClusterResourcesBenchmark::guest)
        .collect(Collectors.joining(",", "{\"data\":[", "]}"));
  }

  private static String guest(int number) {
    int id = 100 + number;
    return """
        {"id":"qemu/%1$d","type":"qemu","vmid":%1$d,"node":"pve%2$d","name":"guest-%1$d",\
        "status":"running","template":0,"tags":"kubernetes;talos","pool":"talos","uptime":86400,\
        "cpu":0.0213,"maxcpu":4,"mem":4294967296,"maxmem":8589934592,"disk":0,\
        "maxdisk":274877906944,"netin":123456789,"netout":987654321,"diskread":1,"diskwrite":2}\
        """
        .formatted(id, number % 16 + 1);
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }

  /** Parses the same answer for every call. */
  private static final class ParsingTransport implements ApiTransport {
    private final ObjectMapper json = new ObjectMapper();
    private final byte[] body;

    ParsingTransport(byte[] body) {
      this.body = body;
    }

    @Override
    public JsonNode call(ApiRequest request) {
      try {
        return json.readTree(body).path("data");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public TaskHandle start(ApiRequest request) {
      throw new UnsupportedOperationException("reads only");
    }

    @Override
    public Optional<TaskHandle> startIfNeeded(ApiRequest request) {
      throw new UnsupportedOperationException("reads only");
    }

    @Override
    public TaskHandle follow(Upid upid) {
      throw new UnsupportedOperationException("reads only");
    }

    @Override
    public ClientCounters counters() {
      return new ClientCounters(0, 0, 0, 0, 0);
    }

    @Override
    public Optional<ClockReading> clock() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }
}
