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

import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.health.HealthText;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Values that need a stop and start take effect one node at a time, without harm to the cluster.
 */
class RollingRestartTest {
  /** Long enough for a node that comes back, short enough to wait for one that does not. */
  private static final TalosOptions SHORT =
      TalosOptions.defaults().withPatience(Duration.ofMinutes(1));

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
      assertThat(saying(heard, "stop-start/"))
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
      assertThat(saying(heard, "takes no new pods")).isEmpty();
      assertThat(world.plan().waiting()).hasSize(3);
    }
  }

  @Test
  void noCardIsReplacedAfterANodeThatDidNotComeBackWithItsNewOne() {
    try (TalosWorld world = world(3, 0)) {
      world.cluster.cluster("proxmox_vm_advanced: {net_queues: 2}\n");

      assertThat(world.cluster.provision(false).complete()).isTrue();
      assertThat(queues(world)).as("nobody allowed it").containsExactly("4", "4", "4");

      ApplyResult result =
          restart(
              world,
              IMPATIENT,
              heard(),
              care ->
                  (change, stopped, work) ->
                      care.restart(
                          change,
                          stopped,
                          () -> {
                            work.run();
                            world.trouble("cp-3", Trouble.CUT_OFF, true);
                          }));

      assertThat(result.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(
              failed -> assertThat(failed.reason().orElseThrow()).contains("cp-3", "come back"));
      assertThat(result.ended(Outcome.Ending.SKIPPED)).hasSize(2);
      assertThat(queues(world)).containsExactly("4", "4", "2");
    }
  }

  @Test
  void cardsAreReplacedOneNodeAfterTheOther() {
    try (TalosWorld world = world(3, 1)) {
      world.cluster.cluster("proxmox_vm_advanced: {net_queues: 2}\n");
      List<String> heard = heard();

      assertThat(restart(world, OPTIONS, heard).complete()).as(String.join("\n", heard)).isTrue();

      assertThat(queues(world)).containsExactly("2", "2", "2");
      assertThat(world.plan().changes()).isEmpty();
      assertThat(world.plan().waiting()).isEmpty();
    }
  }

  private static List<String> queues(TalosWorld world) {
    return Stream.of("cp-1", "cp-2", "cp-3")
        .map(node -> world.simulator.inspect().vms().get(world.vm(node)).config().get("net0"))
        .map(card -> card.replaceAll(".*queues=(\\d+).*", "$1"))
        .toList();
  }

  @Test
  void adoptedControlPlaneIsNoStrangerForItsOldName() {
    try (TalosWorld world = world(3, 0)) {
      DepartureTest.joinedAs(world, "cp-3", "old-name", own -> "10.9.9.9");
      moreMemory(world, 3, 0);
      List<String> heard = heard();

      assertThat(restart(world, OPTIONS, heard).complete()).as(String.join("\n", heard)).isTrue();
    }
  }

  @Test
  void controlPlaneWhoseOwnEtcdIsBrokenMayBeRestarted() {
    try (TalosWorld world = world(3, 0)) {
      moreMemory(world, 3, 0);
      world.trouble("cp-3", Trouble.ETCD_MEMBER_LOST, true);
      List<String> heard = heard();

      ApplyResult result = restart(world, IMPATIENT, heard);

      assertThat(saying(heard, "cp-3 takes no new pods")).hasSize(1);
      assertThat(result.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(
              failed -> assertThat(failed.reason().orElseThrow()).contains("cp-3", "come back"));
      assertThat(result.ended(Outcome.Ending.SKIPPED)).hasSize(2);
    }
  }

  @Test
  void theNextOneWaitsUntilEtcdIsWellAgain() {
    try (TalosWorld world = world(3, 0)) {
      moreMemory(world, 3, 0);
      List<String> heard = heard();

      ApplyResult result =
          restart(
              world,
              SHORT,
              heard,
              care ->
                  (change, stopped, work) ->
                      care.restart(
                          change,
                          stopped,
                          () -> {
                            work.run();
                            world.trouble("cp-1", Trouble.ETCD_MEMBER_LOST, true);
                          }));

      assertThat(result.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(
              failed -> {
                assertThat(failed.change().id().value()).isEqualTo("stop-start/cp-3");
                assertThat(failed.reason().orElseThrow())
                    .contains("etcd did not get well after cp-3 came back", "cp-1: ");
              });
      assertThat(result.ended(Outcome.Ending.SKIPPED)).hasSize(2);
      assertThat(saying(heard, "takes pods again")).isEmpty();
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
  void machinesWithoutAConfigurationAreSimplyRestarted() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      world.talos(talos -> talos.waitForTalos(OPTIONS, TalosLog.SILENT));
      moreMemory(world, 1, 1);
      List<String> heard = heard();

      assertThat(restart(world, OPTIONS, heard).complete()).isTrue();

      assertThat(saying(heard, "pods")).isEmpty();
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
}
