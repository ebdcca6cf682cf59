package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Task;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks a run to stop gets nothing new, loses nothing, and learns what is not done. */
class StoppedRunTest {
  private static final String CLONE = "POST /nodes/{node}/qemu/{vmid}/clone";
  private static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
        - {name: worker-1, proxmox_node: pve1}
      """;

  /** Download, template, tags, conversion, then for each node clone, configuration, size, start. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 10})
  void nothingIsSentOnceItIsStoppedAndTheNextRunGoesOn(int writes) {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(NODES)) {
      ApplyResult stopped =
          apply(cluster, 1, () -> cluster.simulator.journal().writes().size() >= writes);

      assertThat(cluster.simulator.journal().writes()).hasSize(writes);
      assertThat(stopped.ended(Outcome.Ending.FAILED)).isEmpty();
      assertThat(stopped.ended(Outcome.Ending.SKIPPED))
          .isNotEmpty()
          .allMatch(outcome -> outcome.reason().isPresent());

      assertThat(cluster.provision().complete()).isTrue();
      assertThat(cluster.nodes())
          .hasSize(2)
          .allSatisfy((name, values) -> assertThat(values).containsEntry("(running)", "true"));
      assertThat(cluster.templates()).hasSize(1);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void whatWasBegunIsToldFromWhatWasNot() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(NODES)) {
      ApplyResult stopped =
          apply(cluster, 1, () -> !cluster.simulator.journal().callsTo(CLONE).isEmpty());

      assertThat(stopped.ended(Outcome.Ending.SKIPPED))
          .extracting(outcome -> outcome.reason().orElseThrow())
          .containsExactlyInAnyOrder(
              "the run was stopped halfway; the next run finishes this", "the run was stopped");
    }
  }

  @Test
  void runningTasksAreLeftToFinish() {
    Simulator slow = Simulator.builder().hosts(3).timeScale(0.05).start();
    try (SimulatedCluster cluster = new SimulatedCluster(slow).nodes(NODES)) {
      ApplyResult stopped = apply(cluster, 4, () -> !slow.journal().callsTo(CLONE).isEmpty());

      assertThat(stopped.complete()).isFalse();
      assertThat(slow.journal().calls())
          .noneMatch(call -> call.isTo("DELETE /nodes/{node}/tasks/{upid}"));
      List<Task> tasks = slow.world().locked(() -> List.copyOf(slow.world().tasks().values()));
      assertThat(tasks).isNotEmpty().allMatch(task -> "OK".equals(task.exitStatus()));
      assertThat(slow.inspect().vms().values()).extracting(VmState::lock).containsOnlyNulls();
    }
  }

  @Test
  void aNodeThatWasShutDownComesBackAlthoughTheRunIsStopped() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(NODES)) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.cluster("proxmox_vm_defaults: {vm_cores: 6}\n");
      assertThat(cluster.provision().complete()).isTrue();
      String shutdown = "POST /nodes/{node}/qemu/{vmid}/status/shutdown";

      try (ClusterSession session = cluster.session()) {
        Plan plan = session.plan(NodeSelection.all(), true);
        ApplyOptions options =
            new ApplyOptions(
                1,
                Duration.ofMinutes(1),
                () -> !cluster.simulator.journal().callsTo(shutdown).isEmpty());
        ApplyResult stopped = session.apply(plan, options, ApplyLog.SILENT);

        assertThat(stopped.ended(Outcome.Ending.DONE)).hasSize(1);
        assertThat(stopped.ended(Outcome.Ending.SKIPPED)).hasSize(1);
      }
      assertThat(cluster.simulator.journal().callsTo(shutdown)).hasSize(1);
      assertThat(cluster.nodes().values())
          .allSatisfy(values -> assertThat(values).containsEntry("(running)", "true"));
    }
  }

  @Test
  void aRunThatIsStoppedBeforeItBeginsSendsNothing() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(NODES)) {
      ApplyResult stopped = apply(cluster, 4, () -> true);

      assertThat(stopped.ended(Outcome.Ending.SKIPPED)).hasSameSizeAs(stopped.outcomes());
      assertThat(cluster.simulator.journal().calls()).noneMatch(RecordedCall::isWrite);
    }
  }

  private static ApplyResult apply(
      SimulatedCluster cluster, int parallel, BooleanSupplier stopped) {
    try (ClusterSession session = cluster.session()) {
      Plan plan = session.plan(NodeSelection.all(), false);
      return session.apply(
          plan, new ApplyOptions(parallel, Duration.ofMinutes(1), stopped), ApplyLog.SILENT);
    }
  }
}
