package io.github.talosforge.benchmark;

import io.github.talosforge.allocation.Allocator;
import io.github.talosforge.allocation.HostCapacity;
import io.github.talosforge.allocation.World;
import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.MemorySize;
import io.github.talosforge.validation.ClusterValidator;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** From the files' text to a complete layout: the growth from 100 to 1,000 nodes. */
final class ModelBenchmark implements Benchmark {
  private static final int SMALL = 100;
  private static final int LARGE = 1_000;
  private static final int WARM_UP = 30;
  private static final int ROUNDS = 15;
  private static final double NANOS_IN_MILLI = 1e6;

  private static final String CLUSTER =
      """
      cluster_name: large
      talos_version: 1.12.0
      kubernetes_version: 1.34.2
      node_cidr: 10.0.0.0/16
      node_gateway: 10.0.0.1
      cluster_api_vip: 10.0.0.2
      proxmox_nodes: [pve1, pve2, pve3, pve4, pve5]
      vm_id_ranges: {worker: 3000-8999}
      proxmox_vm_defaults: {tags: [benchmark], labels: {example.org/site: here}}
      proxmox_vm_worker_defaults: {cores: 8, memory: 4096}
      """;

  @Override
  public String name() {
    return "model";
  }

  @Override
  public Map<String, Object> measure() {
    warmUp();
    Times small = times(SMALL);
    Times large = times(LARGE);
    Map<String, Object> figures = new TreeMap<>();
    figures.put("nodes_100_ms", rounded(small.wall()));
    figures.put("nodes_1000_ms", rounded(large.wall()));
    figures.put("nodes_100_cpu_ms", rounded(small.processor()));
    figures.put("nodes_1000_cpu_ms", rounded(large.processor()));
    figures.put("ratio", rounded(large.processor() / small.processor()));
    return figures;
  }

  /** Medians in milliseconds; the processor's time does not depend on who else uses the machine. */
  private record Times(double wall, double processor) {}

  /** Both sizes meet the same compiled code, so that the ratio is that of the work. */
  private static void warmUp() {
    String nodes = nodes(LARGE);
    World world = world(LARGE);
    for (int i = 0; i < WARM_UP; i++) {
      layOut(nodes, world);
    }
  }

  private static Times times(int count) {
    String nodes = nodes(count);
    World world = world(count);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    double[] wall = new double[ROUNDS];
    double[] processor = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long used = threads.getCurrentThreadCpuTime();
      long start = System.nanoTime();
      layOut(nodes, world);
      wall[i] = (System.nanoTime() - start) / NANOS_IN_MILLI;
      processor[i] = (threads.getCurrentThreadCpuTime() - used) / NANOS_IN_MILLI;
    }
    return new Times(median(wall), median(processor));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static void layOut(String nodes, World world) {
    ClusterReading reading = ClusterFiles.read(CLUSTER, nodes);
    ClusterSpec spec =
        reading.spec().orElseThrow(() -> new IllegalStateException(reading.report().render()));
    FindingReport report = new ClusterValidator().validate(spec);
    if (report.hasErrors()) {
      throw new IllegalStateException(report.render());
    }
    int laidOut = new Allocator().allocate(spec, world).layout().assignments().size();
    if (laidOut != spec.nodes().size()) {
      throw new IllegalStateException(laidOut + " of " + spec.nodes().size() + " nodes laid out");
    }
  }

  private static String nodes(int count) {
    StringBuilder text = new StringBuilder("nodes:\n");
    for (int i = 0; i < count; i++) {
      text.append("  - name: node-").append(i).append('\n');
      text.append("    controller: ").append(i < 3).append('\n');
      text.append("    vm_memory: ").append(4096 + i % 7 * 512).append('\n');
      text.append("    labels: {example.org/rack: r").append(i % 9).append("}\n");
      text.append("    tags: [t").append(i % 5).append("]\n");
    }
    return text.toString();
  }

  private static World world(int count) {
    MemorySize plenty = MemorySize.ofMebibytes(Math.max(1, count) * 2048);
    List<HostCapacity> hosts =
        IntStream.rangeClosed(1, 5)
            .mapToObj(i -> HostCapacity.free(HostName.of("pve" + i), plenty))
            .toList();
    return World.of(hosts, List.of());
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
