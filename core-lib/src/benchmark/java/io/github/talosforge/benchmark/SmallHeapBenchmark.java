package io.github.talosforge.benchmark;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** 200 VMs, made and looked at again by a process that has 256 MiB of heap. */
final class SmallHeapBenchmark implements Benchmark {
  private static final int NODES = 200;

  @Override
  public String name() {
    return "small-heap";
  }

  @Override
  public Map<String, Object> measure() {
    try (SimulatedNodes cluster = new SimulatedNodes(NODES, 0, "clone: linked\n")) {
      Map<String, Object> figures = new TreeMap<>(inOwnProcess(cluster.access()));
      figures.put("nodes", NODES);
      figures.put("vms", cluster.simulator.inspect().vms().size());
      return figures;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> inOwnProcess(SimulatedNodes.Access access)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapBenchmark.class.getName(),
                access.url(),
                access.token(),
                access.fingerprint(),
                access.cluster(),
                access.nodes())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IllegalStateException("The process with the small heap ended with " + exit);
    }
    return new ObjectMapper().readValue(answer, new TypeReference<Map<String, Object>>() {});
  }

  /** Provisions, plans again, and prints what it took. */
  public static void main(String[] arguments) throws IOException {
    SimulatedNodes.Access access =
        new SimulatedNodes.Access(
            arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]);
    boolean complete;
    try (ClusterSession session = access.session()) {
      Plan plan = session.plan(NodeSelection.all(), false);
      complete = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete();
    }
    try (ClusterSession session = access.session()) {
      complete &= session.plan(NodeSelection.all(), false).isEmpty();
    }
    Map<String, Object> figures = new TreeMap<>();
    figures.put("complete", complete);
    figures.put("max_heap_mib", Runtime.getRuntime().maxMemory() >> 20);
    figures.put("peak_heap_mib", peak() >> 20);
    System.out.println(new ObjectMapper().writeValueAsString(figures));
  }

  private static long peak() {
    List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans();
    return pools.stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }
}
