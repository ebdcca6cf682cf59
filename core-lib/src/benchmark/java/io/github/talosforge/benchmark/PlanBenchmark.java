package io.github.talosforge.benchmark;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An unchanged cluster: what a plan and an apply of it read, write and take. */
final class PlanBenchmark implements Benchmark {
  private static final int[] NODES = {10, 50, 200};
  private static final int[] LATENCIES = {0, 5, 50};
  private static final int WARM_UP = 3;
  private static final int ROUNDS = 7;
  private static final double NANOS_IN_MILLI = 1e6;

  @Override
  public String name() {
    return "plan";
  }

  @Override
  public Map<String, Object> measure() {
    Map<String, Object> figures = new TreeMap<>();
    for (int nodes : NODES) {
      try (SimulatedNodes cluster = new SimulatedNodes(nodes, 0, "clone: linked\n")) {
        boolean made = cluster.provision();
        figures.put("nodes_" + nodes, measure(cluster, made));
      }
    }
    return figures;
  }

  private static Map<String, Object> measure(SimulatedNodes cluster, boolean made) {
    Map<String, Object> figures = new TreeMap<>();
    figures.put("made_here", made);
    for (int latency : LATENCIES) {
      cluster.simulator.faults().clear();
      if (latency > 0) {
        cluster
            .simulator
            .faults()
            .add(FaultRule.on(CallPattern.ANY).latency(Duration.ofMillis(latency)));
      }
      figures.put("latency_" + latency + "_ms", rounds(cluster));
    }
    return figures;
  }

  private static Map<String, Object> rounds(SimulatedNodes cluster) {
    for (int i = 0; i < WARM_UP; i++) {
      apply(cluster, false);
    }
    double[] plan = new double[ROUNDS];
    double[] apply = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      plan[i] = apply(cluster, false);
      apply[i] = apply(cluster, true);
    }
    long mark = cluster.simulator.journal().count();
    double unused = apply(cluster, true);
    List<RecordedCall> calls = cluster.simulator.journal().since(mark);
    Map<String, Object> figures = new TreeMap<>();
    figures.put("writes", calls.stream().filter(RecordedCall::isWrite).count());
    figures.put("reads", calls.stream().filter(call -> !call.isWrite()).count());
    figures.put("plan_ms", median(plan));
    figures.put("no_change_apply_ms", median(apply));
    figures.put("last_ms", Math.round(unused));
    return figures;
  }

  /** Returns how long it took in milliseconds, with everything from the first connection on. */
  private static double apply(SimulatedNodes cluster, boolean carryOut) {
    long start = System.nanoTime();
    try (ClusterSession session = cluster.access().session()) {
      Plan plan = session.plan(NodeSelection.all(), false);
      if (!plan.isEmpty()) {
        throw new IllegalStateException("An unchanged cluster has " + plan.changes());
      }
      if (carryOut) {
        var unused = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
      }
    }
    return (System.nanoTime() - start) / NANOS_IN_MILLI;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return Math.round(sorted[sorted.length / 2] * 10) / 10.0;
  }
}
