package io.github.talosforge.provision;

import static io.github.talosforge.provision.Restarts.IMPATIENT;
import static io.github.talosforge.provision.Restarts.OPTIONS;
import static io.github.talosforge.provision.Restarts.heard;
import static io.github.talosforge.provision.Restarts.moreMemory;
import static io.github.talosforge.provision.Restarts.nodes;
import static io.github.talosforge.provision.Restarts.pods;
import static io.github.talosforge.provision.Restarts.restart;
import static io.github.talosforge.provision.Restarts.run;
import static io.github.talosforge.provision.Restarts.saying;
import static io.github.talosforge.provision.Restarts.world;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.kubernetes.Workloads;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node gives its pods away before it is stopped, unless somebody forbids it. */
class NodeDrainTest {
  @Test
  void budgetThatNeverLetsGoIsNamedAndTheNodeStaysAsItWas() {
    try (TalosWorld world = world(1, 1)) {
      run(
          world,
          """
          metadata: {name: keep-web}
          spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}
          """);
      assertThat(pods(world, "worker-1")).hasSize(2);
      moreMemory(world, 1, 1);
      List<String> heard = heard();

      ApplyResult result = restart(world, IMPATIENT, heard);

      Outcome failed = result.ended(Outcome.Ending.FAILED).get(0);
      assertThat(failed.change().id().value()).isEqualTo("stop-start/worker-1");
      assertThat(failed.reason().orElseThrow())
          .contains("could not be drained in time, so it was not stopped")
          .contains("pod default/web-")
          .contains("keep-web");
      assertThat(result.ended(Outcome.Ending.SKIPPED))
          .extracting(outcome -> outcome.change().id().value())
          .containsExactly("stop-start/cp-1");
      assertThat(nodes(world)).noneMatch(KubernetesNode::unschedulable);
      assertThat(pods(world, "worker-1")).hasSize(2);
      assertThat(world.plan().waiting()).hasSize(2);
    }
  }

  @Test
  void noNodeIsStoppedOnAnAnswerThatIsNoListOfNodesOrPods() {
    for (String list : List.of("/api/v1/nodes", "/api/v1/pods")) {
      try (TalosWorld world = world(1, 1)) {
        run(world, "");
        moreMemory(world, 1, 1);
        world
            .simulator
            .faults()
            .add(FaultRule.on(CallPattern.of("GET", list)).failsBefore(200, "all is well"));

        ApplyResult result = restart(world, IMPATIENT, heard());

        assertThat(result.ended(Outcome.Ending.DONE))
            .as(list)
            .noneMatch(outcome -> outcome.change() instanceof StopStartVm);
        assertThat(result.ended(Outcome.Ending.FAILED).get(0).reason().orElseThrow())
            .as(list)
            .contains("was answered with a Status instead of a ");
      }
    }
  }

  @Test
  void cordonOfSomebodyElseStays() {
    try (TalosWorld world = world(1, 1)) {
      try (Workloads workloads = world.workloads()) {
        workloads.patchNode("worker-1", "{\"spec\":{\"unschedulable\":true}}");
      }
      moreMemory(world, 1, 1);

      assertThat(restart(world, OPTIONS, heard()).complete()).isTrue();

      assertThat(nodes(world))
          .filteredOn(KubernetesNode::unschedulable)
          .extracting(KubernetesNode::name)
          .containsExactly("worker-1");
    }
  }

  @Test
  void stoppedRunGivesTheNodeItsPodsBack() {
    try (TalosWorld world = world(1, 1)) {
      run(world, "");
      moreMemory(world, 1, 1);
      List<String> heard = heard();

      ApplyResult result =
          restart(
              world,
              OPTIONS,
              heard,
              care -> (change, stopped, work) -> care.restart(change, () -> true, work));

      assertThat(result.ended(Outcome.Ending.SKIPPED)).isNotEmpty();
      assertThat(saying(heard, "worker-1"))
          .contains("worker-1 takes no new pods", "worker-1 takes pods again");
      assertThat(nodes(world)).noneMatch(KubernetesNode::unschedulable);
    }
  }
}
