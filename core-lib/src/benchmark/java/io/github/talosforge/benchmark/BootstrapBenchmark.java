package io.github.talosforge.benchmark;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.secrets.SecretsBundle;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Fifteen machines from maintenance mode to a healthy cluster, and the same once more. */
final class BootstrapBenchmark implements Benchmark {
  private static final int CONTROL_PLANES = 5;
  private static final int NODES = 15;
  private static final int ROUNDS = 3;
  private static final double NANOS_IN_SECOND = 1e9;

  @Override
  public String name() {
    return "bootstrap";
  }

  @Override
  public Map<String, Object> measure() {
    List<Object> rounds = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      rounds.add(round());
    }
    Map<String, Object> figures = new TreeMap<>();
    figures.put("control_planes", CONTROL_PLANES);
    figures.put("workers", NODES - CONTROL_PLANES);
    figures.put("rounds", rounds);
    return figures;
  }

  private static Map<String, Object> round() {
    SecretsBundle secrets =
        SecretsBundle.generate(
            ClusterUid.of("0123456789abcdef"), Instant.now().minusSeconds(60), new SecureRandom());
    try (SimulatedNodes cluster =
        new SimulatedNodes(CONTROL_PLANES, NODES, 0, "local-zfs", "clone: linked\n")) {
      if (!cluster.provision()) {
        throw new IllegalStateException("Nothing was made");
      }
      Map<String, Object> figures = new TreeMap<>();
      figures.put("from_maintenance", run(cluster, secrets));
      figures.put("again", run(cluster, secrets));
      return figures;
    }
  }

  private static Map<String, Object> run(SimulatedNodes cluster, SecretsBundle secrets) {
    long start = System.nanoTime();
    try (ClusterSession session = cluster.access().session();
        TalosSession talos = session.talos(secrets, cluster.machines())) {
      BootstrapResult result = talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT);
      Map<String, Object> figures = new TreeMap<>();
      figures.put(
          "seconds", Math.round((System.nanoTime() - start) / NANOS_IN_SECOND * 100) / 100.0);
      figures.put("healthy", result.health().healthy());
      figures.put("rpcs", result.counters().rpcs());
      figures.put("changing_rpcs", result.counters().changing());
      return figures;
    }
  }
}
