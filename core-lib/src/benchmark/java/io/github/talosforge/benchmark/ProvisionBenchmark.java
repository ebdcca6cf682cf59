package io.github.talosforge.benchmark;

import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A cluster from nothing: image, templates, nodes. Tasks take as long as on hardware times the
 * scale; what is measured is the time that no task of the critical path ran.
 */
final class ProvisionBenchmark implements Benchmark {
  private static final int[] NODES = {6, 50};
  private static final double NANOS_IN_SECOND = 1e9;

  @Override
  public String name() {
    return "provision";
  }

  @Override
  public Map<String, Object> measure() {
    double scale =
        Optional.ofNullable(System.getenv("TALOSFORGE_TIME_SCALE"))
            .map(Double::parseDouble)
            .orElse(0.25);
    Map<String, Object> figures = new TreeMap<>();
    figures.put("time_scale", scale);
    for (int nodes : NODES) {
      figures.put("nodes_" + nodes + "_full", measure(nodes, scale, "clone: full\n"));
      figures.put("nodes_" + nodes + "_linked", measure(nodes, scale, "clone: linked\n"));
    }
    return figures;
  }

  private static Map<String, Object> measure(int nodes, double scale, String how) {
    warmUp(how);
    try (SimulatedNodes cluster = new SimulatedNodes(nodes, scale, how);
        TaskWatch watch = new TaskWatch(cluster.simulator.world())) {
      long start = System.nanoTime();
      boolean made = cluster.provision();
      long wall = System.nanoTime() - start;
      long overhead = watch.overheadNanos();
      List<RecordedCall> calls = cluster.simulator.journal().calls();
      Map<String, Object> figures = new TreeMap<>();
      figures.put("made_here", made);
      figures.put("tasks", watch.tasks());
      figures.put("writes", calls.stream().filter(RecordedCall::isWrite).count());
      figures.put("reads", calls.stream().filter(call -> !call.isWrite()).count());
      figures.put("wall_s", rounded(wall / NANOS_IN_SECOND));
      figures.put("overhead_s", rounded(overhead / NANOS_IN_SECOND));
      return figures;
    }
  }

  /** Classes are loaded and connections tried before anything is measured. */
  private static void warmUp(String how) {
    try (SimulatedNodes cluster = new SimulatedNodes(4, 0, how)) {
      if (!cluster.provision()) {
        throw new IllegalStateException("Nothing was made");
      }
    }
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
