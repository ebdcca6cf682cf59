package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.NodeStatus;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From two files to running nodes on a simulated Proxmox VE, and back to nothing. */
class ProvisionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "provision: clone",
        "provision: clone\nclone: linked",
        "provision: import",
        "provision: iso"
      })
  void nodesRunAndTheSecondRunWritesNothing(String how) {
    try (SimulatedCluster cluster = SimulatedCluster.start().cluster(how + "\n")) {
      ApplyResult first = cluster.provision();

      assertThat(first.complete()).as(first.outcomes().toString()).isTrue();
      try (ClusterSession session = cluster.session()) {
        assertThat(session.status())
            .hasSize(5)
            .allMatch(node -> node.state() == NodeStatus.State.RUNNING);
      }
      long mark = cluster.simulator.journal().count();
      Plan second = cluster.plan();
      assertThat(second.changes()).isEmpty();
      assertThat(second.findings().hasErrors()).isFalse();
      List<RecordedCall> calls = cluster.simulator.journal().since(mark);
      assertThat(calls).noneMatch(RecordedCall::isWrite).hasSize(3 + 3 + 5);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "6", "50"})
  void anUnchangedClusterIsReadOncePerVmAndHostAndThreeTimesBesides(int count) {
    String nodes =
        "pools:\n  - name: cp\n    role: controlplane\n    count: 1\n"
            + (count > 1 ? "  - name: worker\n    count: " + (count - 1) + "\n" : "");
    try (SimulatedCluster cluster =
        SimulatedCluster.start()
            .cluster(
                """
                clone: linked
                allow_scheduling_on_control_planes: true
                proxmox_vm_worker_defaults: {vm_memory: 2048, vm_disk_size: 10}
                """)
            .nodes(nodes)) {
      assertThat(cluster.provision().complete()).isTrue();
      long mark = cluster.simulator.journal().count();

      assertThat(cluster.plan().changes()).isEmpty();

      List<RecordedCall> calls = cluster.simulator.journal().since(mark);
      assertThat(calls).noneMatch(RecordedCall::isWrite).hasSize(3 + Math.min(count, 3) + count);
    }
  }

  @Test
  void destroyingLeavesNothingOfTheNodesAndEverythingOfOthers() {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      assertThat(cluster.provision().complete()).isTrue();
      try (ClusterSession session = cluster.session()) {
        Plan plan = session.planDestruction(NodeSelection.all(), false);
        ApplyResult result = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);

        assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
        assertThat(session.status()).allMatch(node -> node.state() == NodeStatus.State.MISSING);
      }
      assertThat(cluster.nodes()).isEmpty();
      assertThat(cluster.templates()).hasSize(3);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
    }
  }

  @Test
  void aChangedNumberIsWrittenOnceAndWaitsForAStopAndStart() {
    try (SimulatedCluster cluster = SimulatedCluster.start()) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.cluster("proxmox_vm_worker_defaults: {vm_memory: 20480}\n");

      ApplyResult change = cluster.provision();
      Plan after = cluster.plan();

      assertThat(change.outcomes()).hasSize(2);
      assertThat(change.complete()).isTrue();
      assertThat(after.changes()).isEmpty();
      assertThat(after.waiting()).hasSize(2);
      assertThat(cluster.provision(true).ended(Outcome.Ending.DONE)).hasSize(2);
      assertThat(cluster.plan().waiting()).isEmpty();
    }
  }
}
