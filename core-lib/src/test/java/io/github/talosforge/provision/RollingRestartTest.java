package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.apply.RestartCare;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.health.HealthText;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.kubernetes.KubernetesWriter;
import io.github.talosforge.kubernetes.NodePod;
import io.github.talosforge.kubernetes.Workloads;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Values that need a stop and start take effect one node at a time, without harm to the cluster.
 */
class RollingRestartTest {
  private static final TalosOptions OPTIONS =
      TalosOptions.defaults().withPatience(Duration.ofSeconds(30));
  private static final TalosOptions IMPATIENT =
      TalosOptions.defaults().withPatience(Duration.ofMillis(300));

  private static final String WEB =
      """
      metadata: {name: web}
      spec:
        replicas: 2
        selector: {matchLabels: {app: web}}
        template:
          metadata: {labels: {app: web}}
          spec: {containers: [{name: web, image: example.org/web}]}
      """;

  private static TalosWorld world(int controlPlanes, int workers) {
    TalosWorld world = new TalosWorld("1.12.4", controlPlanes, workers).provisioned();
    assertThat(world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT)).health().healthy())
        .isTrue();
    return world;
  }

  /** Changes a value that waits for a stop and start. */
  private static void moreMemory(TalosWorld world, int controlPlanes, int workers) {
    String pools =
        """
        pools:
          - name: cp
            role: controlplane
            count: %d
            vm_memory: 6144
        """
            .formatted(controlPlanes);
    world.cluster.nodes(
        workers == 0
            ? pools
            : pools
                + """
                  - name: worker
                    count: %d
                    vm_memory: 3072
                """
                    .formatted(workers));
  }

  private static ApplyResult restart(TalosWorld world, TalosOptions options, List<String> heard) {
    return restart(world, options, heard, care -> care);
  }

  private static ApplyResult restart(
      TalosWorld world,
      TalosOptions options,
      List<String> heard,
      UnaryOperator<RestartCare> wrapped) {
    try (ClusterSession session = world.cluster.session()) {
      Plan plan = session.plan(NodeSelection.all(), true);
      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      RestartCare care =
          HurriedSessions.talos(session, TalosWorld.SECRETS, world.dialer())
              .restartCare(options, talosLog(heard));
      return session.apply(plan, ApplyOptions.defaults(), log(heard), wrapped.apply(care));
    }
  }

  private static TalosLog talosLog(List<String> heard) {
    return new TalosLog() {
      @Override
      public void does(NodeName node, String words) {
        heard.add(node + " " + words);
      }
    };
  }

  private static ApplyLog log(List<String> heard) {
    return new ApplyLog() {
      @Override
      public void begins(Change change) {
        heard.add("begins " + change.id());
      }

      @Override
      public void ends(Outcome outcome) {
        heard.add(outcome.ending() + " " + outcome.change().id());
      }
    };
  }

  private static List<String> heard() {
    return Collections.synchronizedList(new ArrayList<>());
  }

  private static void run(TalosWorld world, String budget) {
    try (Workloads workloads = world.workloads()) {
      workloads.create("apis/apps/v1", "deployments", WEB);
      if (!budget.isEmpty()) {
        workloads.create("apis/policy/v1", "poddisruptionbudgets", budget);
      }
    }
  }

  private static List<KubernetesNode> nodes(TalosWorld world) {
    try (KubernetesWriter kubernetes = world.kubernetes()) {
      return kubernetes.nodes();
    }
  }

  private static List<NodePod> pods(TalosWorld world, String node) {
    try (KubernetesWriter kubernetes = world.kubernetes()) {
      return kubernetes.podsOn(node).stream()
          .filter(pod -> pod.namespace().equals("default"))
          .toList();
    }
  }

  private static List<String> of(List<String> heard, String part) {
    return heard.stream().filter(line -> line.contains(part)).toList();
  }

  @Test
  void complaint11_everyNodeIsDrainedRestartedAndTakesPodsAgainBeforeTheNext() {
    try (TalosWorld world = world(3, 2)) {
      run(
          world,
          """
          metadata: {name: web}
          spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
          """);
      assertThat(pods(world, "worker-1").size() + pods(world, "worker-2").size()).isEqualTo(2);
      moreMemory(world, 3, 2);
      List<String> heard = heard();

      ApplyResult result = restart(world, OPTIONS, heard);

      assertThat(result.complete()).as(String.join("\n", heard)).isTrue();
      assertThat(of(heard, "stop-start/"))
          .containsExactly(
              "begins stop-start/worker-2",
              "DONE stop-start/worker-2",
              "begins stop-start/worker-1",
              "DONE stop-start/worker-1",
              "begins stop-start/cp-3",
              "DONE stop-start/cp-3",
              "begins stop-start/cp-2",
              "DONE stop-start/cp-2",
              "begins stop-start/cp-1",
              "DONE stop-start/cp-1");
      for (String node : List.of("worker-2", "worker-1", "cp-3", "cp-2", "cp-1")) {
        assertThat(heard)
            .containsSubsequence(
                "begins stop-start/" + node,
                node + " takes no new pods",
                node + " takes pods again",
                "DONE stop-start/" + node);
      }
      assertThat(heard).anyMatch(line -> line.matches("worker-\\d gives 2 pods away"));
      assertThat(nodes(world)).noneMatch(KubernetesNode::unschedulable);
      assertThat(nodes(world)).noneMatch(KubernetesNode::cordonedHere);
      assertThat(world.talos(TalosSession::health).healthy())
          .as(HealthText.render(world.talos(TalosSession::health)))
          .isTrue();
      assertThat(world.plan().changes()).isEmpty();
      assertThat(world.plan().waiting()).isEmpty();
    }
  }

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
  void noControlPlaneIsStoppedWhileAnotherOnesEtcdIsNotWell() {
    try (TalosWorld world = world(3, 0)) {
      moreMemory(world, 3, 0);
      world.trouble("cp-1", Trouble.ETCD_MEMBER_LOST, true);
      List<String> heard = heard();

      ApplyResult result = restart(world, IMPATIENT, heard);

      assertThat(result.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(
              failed -> {
                assertThat(failed.change().id().value()).isEqualTo("stop-start/cp-3");
                assertThat(failed.reason().orElseThrow())
                    .contains("cp-3 is not stopped, because etcd is not well", "cp-1: ");
              });
      assertThat(result.ended(Outcome.Ending.SKIPPED)).hasSize(2);
      assertThat(of(heard, "takes no new pods")).isEmpty();
      assertThat(world.plan().waiting()).hasSize(3);
    }
  }

  @Test
  void controlPlaneWhoseOwnEtcdIsBrokenMayBeRestarted() {
    try (TalosWorld world = world(3, 0)) {
      moreMemory(world, 3, 0);
      world.trouble("cp-3", Trouble.ETCD_MEMBER_LOST, true);
      List<String> heard = heard();

      ApplyResult result = restart(world, IMPATIENT, heard);

      assertThat(of(heard, "cp-3 takes no new pods")).hasSize(1);
      assertThat(result.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(
              failed -> assertThat(failed.reason().orElseThrow()).contains("cp-3", "come back"));
      assertThat(result.ended(Outcome.Ending.SKIPPED)).hasSize(2);
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
  void runThatDiedBeforeTheEndIsFinishedByTheNextBootstrap() {
    try (TalosWorld world = world(1, 1)) {
      moreMemory(world, 1, 1);
      ApplyResult died =
          restart(
              world,
              OPTIONS,
              heard(),
              care ->
                  (change, stopped, work) ->
                      care.restart(
                          change,
                          stopped,
                          () -> {
                            work.run();
                            throw new IllegalStateException("killed");
                          }));
      assertThat(died.complete()).isFalse();
      assertThat(nodes(world))
          .filteredOn(KubernetesNode::cordonedHere)
          .extracting(KubernetesNode::name)
          .containsExactly("worker-1");

      world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));

      assertThat(nodes(world)).noneMatch(KubernetesNode::unschedulable);
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
      assertThat(of(heard, "worker-1"))
          .contains("worker-1 takes no new pods", "worker-1 takes pods again");
      assertThat(nodes(world)).noneMatch(KubernetesNode::unschedulable);
    }
  }

  @Test
  void machinesWithoutAConfigurationAreSimplyRestarted() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      world.talos(talos -> talos.waitForTalos(OPTIONS, TalosLog.SILENT));
      moreMemory(world, 1, 1);
      List<String> heard = heard();

      assertThat(restart(world, OPTIONS, heard).complete()).isTrue();

      assertThat(of(heard, "pods")).isEmpty();
    }
  }

  @Test
  void nobodyAnswersSoNobodyIsStopped() {
    try (TalosWorld world = world(1, 0)) {
      moreMemory(world, 1, 0);
      world.trouble("cp-1", Trouble.CUT_OFF, true);

      ApplyResult result = restart(world, IMPATIENT, heard());

      assertThat(result.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(
              failed ->
                  assertThat(failed.reason().orElseThrow())
                      .contains("Nobody can tell whether etcd runs", "cp-1: "));
    }
  }

  /** Changes a value of the machine configuration that needs a reboot. */
  private static void anotherFile(TalosWorld world) {
    world.cluster.cluster(
        """
        machine_patches:
          all:
            - machine:
                files:
                  - path: /var/etc/motd
                    permissions: 0o644
                    op: create
                    content: hello
        """);
  }

  private static List<NodeOutcome> reconfigure(
      TalosWorld world, TalosOptions options, List<String> heard) {
    return world.talos(
        talos -> talos.applyMachineConfigs(options.withReboots(true), talosLog(heard)));
  }

  @Test
  void rebootForAConfigurationIsDrainedLikeAStopAndStart() {
    try (TalosWorld world = world(3, 2)) {
      run(world, "");
      anotherFile(world);
      List<String> heard = heard();

      assertThat(reconfigure(world, OPTIONS, heard))
          .extracting(NodeOutcome::ending)
          .containsOnly(NodeOutcome.Ending.REBOOTED);

      for (String node : List.of("cp-1", "cp-2", "cp-3", "worker-1", "worker-2")) {
        assertThat(heard)
            .containsSubsequence(
                node + " takes no new pods",
                node + " gets another configuration and reboots",
                node + " takes pods again");
      }
      assertThat(heard).anyMatch(line -> line.matches("worker-\\d gives \\d pods? away"));
      assertThat(nodes(world)).noneMatch(KubernetesNode::unschedulable);
      assertThat(pods(world, "worker-1").size() + pods(world, "worker-2").size()).isEqualTo(2);
      assertThat(world.talos(TalosSession::health).healthy()).isTrue();
    }
  }

  @Test
  void noControlPlaneIsRebootedWhileAnotherOnesEtcdIsNotWell() {
    try (TalosWorld world = world(3, 0)) {
      anotherFile(world);
      world.trouble("cp-3", Trouble.ETCD_MEMBER_LOST, true);
      List<String> heard = heard();

      assertThatThrownBy(() -> reconfigure(world, IMPATIENT, heard))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("cp-1 is not stopped, because etcd is not well")
          .hasMessageContaining("cp-3: ");

      assertThat(of(heard, "reboots")).isEmpty();
      assertThat(of(heard, "takes no new pods")).isEmpty();
    }
  }

  @Test
  void budgetThatNeverLetsGoKeepsTheNodeFromRebooting() {
    try (TalosWorld world = world(1, 1)) {
      run(
          world,
          """
          metadata: {name: keep-web}
          spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}
          """);
      anotherFile(world);
      List<String> heard = heard();

      assertThatThrownBy(() -> reconfigure(world, IMPATIENT, heard))
          .hasMessageContaining("could not be drained in time", "keep-web");

      assertThat(of(heard, "worker-1 gets another configuration")).isEmpty();
      assertThat(nodes(world)).noneMatch(KubernetesNode::unschedulable);
    }
  }

  @Test
  void stoppedRunRebootsNothingMoreAndGivesTheNodeItsPodsBack() {
    try (TalosWorld world = world(1, 1)) {
      anotherFile(world);
      List<String> heard = heard();
      TalosOptions stopped = OPTIONS.withStop(() -> heard.contains("cp-1 takes no new pods"));

      assertThatThrownBy(() -> reconfigure(world, stopped, heard))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("cp-1 was not rebooted");

      assertThat(of(heard, "reboots")).isEmpty();
      assertThat(nodes(world)).noneMatch(KubernetesNode::unschedulable);
    }
  }
}
