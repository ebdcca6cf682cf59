package io.github.talosforge.attack;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.health.HealthText;
import io.github.talosforge.provision.SimulatedCluster;
import io.github.talosforge.simulator.Simulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The clusters that attacks begin with copies of. Each is made once. */
final class MadeClusters {
  private static final TalosOptions PATIENT =
      TalosOptions.defaults().withPatience(Duration.ofMinutes(5));
  private static @Nullable Path fresh;
  private static @Nullable Path living;

  private MadeClusters() {}

  static synchronized Path fresh() {
    Path there = fresh;
    if (there == null) {
      there = make(attacked -> {});
      fresh = there;
    }
    return there;
  }

  static synchronized Path living() {
    Path there = living;
    if (there == null) {
      there = make(MadeClusters::bootstrap);
      living = there;
    }
    return there;
  }

  private static Path make(Consumer<AttackedCluster> more) {
    try {
      Path folder = Files.createTempDirectory("attacked");
      folder.toFile().deleteOnExit();
      Simulator simulator = Simulator.builder().hosts(3).timeScale(0).state(folder).start();
      try (SimulatedCluster cluster =
          new SimulatedCluster(simulator).cluster(AttackedCluster.CLUSTER)) {
        String volumes = "db: {type: disk, size: 7G}, logs: {type: disk, size: 3G}";
        provision(cluster.nodes(AttackedCluster.NODES.replace("VOLUMES", volumes)));
        provision(cluster.nodes(AttackedCluster.nodes()));
        cluster.stranger(
            AttackedCluster.BY_HAND, "pve1", Map.of("name", "by-hand", "memory", "512"));
        more.accept(new AttackedCluster(cluster));
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void bootstrap(AttackedCluster attacked) {
    try (ClusterSession session = attacked.cluster.session()) {
      HealthReport health = attacked.talos(session).bootstrap(PATIENT, TalosLog.SILENT).health();
      if (!health.healthy()) {
        throw new IllegalStateException(HealthText.render(health));
      }
    }
  }

  private static void provision(SimulatedCluster cluster) {
    if (!cluster.provision(true).complete()) {
      throw new IllegalStateException("the cluster could not be made");
    }
  }
}
