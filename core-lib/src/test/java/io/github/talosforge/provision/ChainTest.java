package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.operation.Result;
import io.github.talosforge.operation.RunListener;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the tasks of one build share: looks, plans and one journal. */
class ChainTest {
  private static final String LOOK = "GET /access/permissions";
  private static final List<Goal> CHAIN =
      List.of(
          new Goal.BuildTemplates(NodeSelection.all(), false),
          new Goal.Provision(NodeSelection.all(), false),
          new Goal.AwaitTalos(NodeSelection.all()),
          new Goal.Configure(NodeSelection.all(), false),
          new Goal.Bootstrap(NodeSelection.all(), false));

  /** Does what one build does, and shows the nodes from the moment when they have VMs. */
  private static List<Finding> run(TalosWorld world, List<Goal> goals) {
    try (ClusterRun run = world.run(world.terms())) {
      for (Goal goal : goals) {
        Result unused = run.operation(goal).run(RunListener.SILENT);
        if (!(goal instanceof Goal.BuildTemplates)) {
          assertThat(run.status()).hasSizeGreaterThanOrEqualTo(2);
        }
      }
      return run.report().findings();
    }
  }

  private static List<RecordedCall> looks(TalosWorld world, long mark) {
    List<RecordedCall> calls = new ArrayList<>(world.simulator.journal().since(mark));
    calls.removeIf(call -> !call.isTo(LOOK));
    return calls;
  }

  @Test
  void theLiveSystemIsLookedAtAgainOnlyWhenSomethingWasWritten() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1)) {
      assertThat(run(world, CHAIN)).isEmpty();
      assertThat(looks(world, 0)).as("before templates, before VMs, and with all there").hasSize(3);

      long mark = world.simulator.journal().count();
      assertThat(run(world, CHAIN)).isEmpty();
      assertThat(looks(world, mark)).as("for all five").hasSize(1);
      assertThat(world.simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
    }
  }

  /** One plan is made before templates are built, and another one before VMs are made. */
  @Test
  void whatEveryPlanOfTheChainFindsIsToldOnce() {
    String nodes =
        """
        nodes:
          - {name: cp-1, controller: true, memory: 4096, proxmox_node: pve1}
          - {name: old-1, memory: 2048, proxmox_node: pve1}
        """;
    try (TalosWorld world = new TalosWorld(SimulatedCluster.start().nodes(nodes)).provisioned()) {
      world.cluster.nodes(
          nodes
              .replace("old-1", "new-1")
              .replace("2048, proxmox_node: pve1", "2048, proxmox_node: pve2"));
      long mark = world.simulator.journal().count();

      assertThat(run(world, CHAIN.subList(0, 2)))
          .extracting(Finding::code)
          .containsExactly(PlanFinding.VM_UNLISTED.code());
      assertThat(looks(world, mark)).hasSize(3);
    }
  }
}
