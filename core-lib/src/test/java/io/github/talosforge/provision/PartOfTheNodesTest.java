package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.plan.NodeSelection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A run about some of the nodes, and a run that is asked to stop. */
class PartOfTheNodesTest {
  private static final TalosOptions OPTIONS = TalosOptions.defaults();

  @Test
  void nodesLeftOutAreNeitherConfiguredNorWaitedFor() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      TalosOptions withoutWorkers =
          OPTIONS.withNodes(new NodeSelection(List.of(), List.of("worker-*")));

      assertThat(
              world
                  .talos(talos -> talos.bootstrap(withoutWorkers, TalosLog.SILENT))
                  .health()
                  .healthy())
          .isTrue();
      assertThat(label(world, "worker-1")).isEqualTo("maintenance");

      world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
      assertThat(label(world, "worker-1")).isEqualTo("running");
    }
  }

  @Test
  void nothingBeginsWhileAControlPlaneIsLeftOut() {
    try (TalosWorld world = new TalosWorld("1.12.4", 2, 0).provisioned()) {
      TalosOptions one = OPTIONS.withNodes(new NodeSelection(List.of("cp-1"), List.of()));

      assertThatThrownBy(() -> world.talos(talos -> talos.bootstrap(one, TalosLog.SILENT)))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("only when all control planes are configured")
          .hasMessageContaining("cp-2");
      assertThat(world.simulator.talos().clusters()).isEmpty();
    }
  }

  @Test
  void runThatIsAskedToStopBeginsNothingNewAndTheNextOneFinishes() {
    try (TalosWorld world = new TalosWorld("1.12.4", 3, 2).provisioned()) {
      AtomicBoolean stop = new AtomicBoolean();
      TalosLog log =
          new TalosLog() {
            @Override
            public void begins(String sentence) {
              stop.compareAndSet(false, sentence.startsWith("Bootstrapping etcd"));
            }
          };

      assertThatThrownBy(
              () -> world.talos(talos -> talos.bootstrap(OPTIONS.withStop(stop::get), log)))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("asked to stop");
      assertThat(world.simulator.talos().clusters()).isEmpty();

      world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
      assertThat(world.simulator.talos().clusters()).hasSize(1);
      assertThat(world.talos(TalosSession::health).healthy()).isTrue();
    }
  }

  private static String label(TalosWorld world, String node) {
    return world.talos(TalosSession::status).stream()
        .filter(seen -> seen.name().value().equals(node))
        .map(SeenNode::sighting)
        .map(sighting -> sighting.label())
        .findFirst()
        .orElseThrow();
  }
}
