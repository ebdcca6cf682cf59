package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that is told to stop sends nothing more, even between two tasks of one change. */
class StoppedProvisionTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 6, 9, 15})
  void nothingIsWrittenAfterTheStopAndTheNextRunCompletes(int writes) {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      ApplyResult stopped;
      try (ClusterSession session = cluster.session()) {
        Plan plan = session.plan(NodeSelection.all(), false);
        ApplyOptions options =
            new ApplyOptions(1, Duration.ofMinutes(1), () -> sent(cluster) >= writes);
        stopped = session.apply(plan, options, ApplyLog.SILENT);
      }

      assertThat(sent(cluster)).isEqualTo(writes);
      assertThat(stopped.ended(Outcome.Ending.FAILED)).isEmpty();
      assertThat(stopped.ended(Outcome.Ending.SKIPPED))
          .isNotEmpty()
          .allSatisfy(outcome -> assertThat(outcome.reason()).isPresent());
      assertThat(cluster.provision().complete()).isTrue();
      assertThat(cluster.plan().changes()).isEmpty();
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
    }
  }

  private static int sent(SimulatedCluster cluster) {
    return cluster.simulator.journal().writes().size();
  }
}
