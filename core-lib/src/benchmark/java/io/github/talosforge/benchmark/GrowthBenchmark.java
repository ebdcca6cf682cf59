package io.github.talosforge.benchmark;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.TalosSession;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Clusters of 10, 100 and 1,000 nodes, from nothing: what grows with them, and how. */
final class GrowthBenchmark implements Benchmark {
  private static final int[] NODES = {10, 100, 1_000};
  private static final int ROUNDS = 5;
  private static final double NANOS_IN_MILLI = 1e6;
  private static final String HOW = "clone: linked\nvm_id_ranges: {worker: 10000-19999}\n";

  @Override
  public String name() {
    return "growth";
  }

  @Override
  public Map<String, Object> measure() {
    SecretsBundle secrets =
        SecretsBundle.generate(
            ClusterUid.of("0123456789abcdef"), Instant.now(), new SecureRandom());
    Map<String, Object> unused = measure(NODES[0], secrets);
    Map<String, Object> figures = new TreeMap<>();
    for (int nodes : NODES) {
      figures.put("nodes_" + nodes, measure(nodes, secrets));
    }
    return figures;
  }

  private static Map<String, Object> measure(int nodes, SecretsBundle secrets) {
    Map<String, Object> figures = new TreeMap<>();
    try (SimulatedNodes cluster = new SimulatedNodes(nodes, 0, HOW)) {
      long mark = cluster.simulator.journal().count();
      long start = System.nanoTime();
      figures.put("made", cluster.provision());
      figures.put("provision_ms", since(start));
      calls(cluster.simulator.journal().since(mark), "provision", figures);
      double planned = Double.MAX_VALUE;
      double configured = Double.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        mark = cluster.simulator.journal().count();
        start = System.nanoTime();
        try (ClusterSession session = cluster.access().session()) {
          Plan plan = session.plan(NodeSelection.all(), false);
          if (!plan.isEmpty()) {
            throw new IllegalStateException("An unchanged cluster has " + plan.changes());
          }
          planned = Math.min(planned, since(start));
          start = System.nanoTime();
          try (TalosSession talos = session.talos(secrets, cluster.machines())) {
            int made = talos.generateMachineConfigs().configs().size();
            configured = Math.min(configured, since(start));
            figures.put("machine_configs", made);
          }
        }
        calls(cluster.simulator.journal().since(mark), "plan", figures);
      }
      figures.put("plan_ms", planned);
      figures.put("machine_configs_ms", configured);
    }
    return figures;
  }

  private static void calls(List<RecordedCall> calls, String what, Map<String, Object> figures) {
    figures.put(what + "_writes", calls.stream().filter(RecordedCall::isWrite).count());
    figures.put(what + "_reads", calls.stream().filter(call -> !call.isWrite()).count());
  }

  private static double since(long start) {
    return Math.round((System.nanoTime() - start) / NANOS_IN_MILLI);
  }
}
