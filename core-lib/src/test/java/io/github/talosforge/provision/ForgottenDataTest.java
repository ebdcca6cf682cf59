package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The data of a node that nobody names any more is named, and goes by the words that are given. */
class ForgottenDataTest {
  private static final int NODE = 3001;
  private static final int DATA_VM = 30010;

  private static SimulatedCluster provisioned() {
    SimulatedCluster cluster =
        SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO);
    cluster.provision();
    return cluster;
  }

  private static List<Finding> found(SimulatedCluster cluster, PlanFinding kind) {
    try (ClusterSession session = cluster.session()) {
      return session.planLeftovers().findings().findings().stream()
          .filter(finding -> finding.code().equals(kind.code()))
          .toList();
    }
  }

  private static void destroyWorker(SimulatedCluster cluster, boolean withData) {
    try (ClusterSession session = cluster.session()) {
      Plan plan =
          session.planDestruction(
              new NodeSelection(List.of("worker-1"), List.of()), false, withData);
      assertThat(plan.changes(DestroyVm.class))
          .extracting(end -> end.vm().vmId().value())
          .containsExactly(withData ? DATA_VM : NODE);
      assertThat(cluster.apply(plan).complete()).isTrue();
    }
  }

  @Test
  void dataOfANodeThatNobodyNamesIsNamedUntilItIsDestroyed() {
    try (SimulatedCluster cluster = provisioned()) {
      destroyWorker(cluster, false);
      cluster.nodes(DataVmTest.ONE);

      assertThat(found(cluster, PlanFinding.VM_UNLISTED))
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.message())
                    .contains("VM 30010 'worker-1-data' on pve2 keeps the data of node worker-1");
                assertThat(finding.suggestion())
                    .contains("removeNode --with-data --node=worker-1 --plan-only")
                    .contains("removeNode --with-data --node=worker-1 --confirm=worker-1 does it");
              });

      destroyWorker(cluster, true);
      assertThat(found(cluster, PlanFinding.VM_UNLISTED)).isEmpty();
      assertThat(cluster.simulator.inspect().vm(DATA_VM)).isEmpty();
    }
  }

  @Test
  void dataOfANodeThatTheFilesNameOrThatLivesIsNoLeftover() {
    try (SimulatedCluster cluster = provisioned()) {
      cluster.nodes(DataVmTest.ONE);
      assertThat(found(cluster, PlanFinding.VM_UNLISTED)).as("its node lives").isEmpty();

      destroyWorker(cluster, false);
      cluster.nodes(DataVmTest.TWO);
      assertThat(found(cluster, PlanFinding.VM_UNLISTED)).as("the files name its node").isEmpty();
    }
  }

  @Test
  void whoDoesNotSeeAllVmsIsToldWhatIsNotLookedFor() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(DataVmTest.ONE)) {
      cluster.provision();
      assertThat(found(cluster, PlanFinding.LEFTOVERS_UNSEEN)).isEmpty();

      cluster.as(Rights.everythingBut(cluster.simulator, "VM.Audit"));
      assertThat(found(cluster, PlanFinding.LEFTOVERS_UNSEEN))
          .singleElement()
          .satisfies(
              finding ->
                  assertThat(finding.message())
                      .contains("Leftovers were not looked for", "lack VM.Audit on /vms"));
    }
  }
}
