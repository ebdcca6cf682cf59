package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.HurriedSessions;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.model.ClusterUid;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.secrets.SecretsBundle;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.github.talosforge.talos.RebootMode;
import io.github.talosforge.talos.TalosClient;
import io.github.talosforge.talos.TalosEndpoint;
import io.github.talosforge.talos.TalosNode;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong on the way to a healthy cluster, and what is said of it. */
class TalosTroubleTest {
  private static final TalosOptions PATIENT = TalosOptions.defaults();
  private static final TalosOptions HASTY = HurriedSessions.IMPATIENT;

  @Test
  void otherSecretsAreRefusedBeforeAnythingIsChanged() {
    SecretsBundle others =
        SecretsBundle.generate(
            ClusterUid.of("fedcba9876543210"), Instant.now().minusSeconds(60), new SecureRandom());
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0).provisioned()) {
      world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT));

      world.talos(
          others,
          talos -> {
            TalosFlowException told =
                catchThrowableOfType(
                    TalosFlowException.class, () -> talos.bootstrap(PATIENT, TalosLog.SILENT));
            assertThat(told.getMessage()).contains("another cluster", "cp-1", "secrets file");
            assertThat(talos.counters().changing()).isZero();
            return told;
          });
    }
  }

  @Test
  void nodeThatNeverComesIsNamedWithWhatWasSeen() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      world.talos(talos -> talos.waitForTalos(PATIENT, TalosLog.SILENT));
      world.trouble("worker-1", Trouble.CUT_OFF, true);

      TalosFlowException told =
          world.talos(
              talos ->
                  catchThrowableOfType(
                      TalosFlowException.class, () -> talos.bootstrap(HASTY, TalosLog.SILENT)));

      assertThat(told.lastSeen()).containsOnlyKeys(NodeName.of("worker-1"));
      assertThat(told.getMessage()).contains("worker-1: Cannot reach", "Check that the VM runs");
    }
  }

  @Test
  void workerThatAloneHasItsConfigurationIsNotWaitedFor() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      world.talos(
          talos ->
              talos.applyMachineConfigs(
                  PATIENT.withNodes(new NodeSelection(List.of("worker-1"), List.of())),
                  TalosLog.SILENT));

      List<SeenNode> seen = world.talos(talos -> talos.waitForTalos(PATIENT, TalosLog.SILENT));
      assertThat(seen).extracting(node -> node.name().value()).containsExactly("cp-1", "worker-1");
      assertThat(world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT)).health().healthy())
          .isTrue();
    }
  }

  @Test
  void planSaysOfWhichMachinesItKnowsNothing() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      world.trouble("worker-1", Trouble.CUT_OFF, true);

      Plan plan = world.plan();

      assertThat(plan.findings().withCode("TF-MACHINE-NOT-SEEN"))
          .singleElement()
          .satisfies(finding -> assertThat(finding.message()).startsWith("Node worker-1 was not"));
      assertThat(plan.changes(ConfigureMachine.class))
          .extracting(change -> change.node().value())
          .containsExactly("cp-1");
    }
  }

  @Test
  void planForMachinesOfAnotherClusterIsBlocked() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0).provisioned()) {
      world.trouble("cp-1", Trouble.WRONG_CA, true);
      assertThat(
              catchThrowableOfType(
                  TalosFlowException.class,
                  () -> world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT))))
          .hasMessageContaining("another cluster");

      Plan plan = world.plan();

      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.findings().withCode("TF-MACHINE-OF-ANOTHER-CLUSTER")).hasSize(1);
    }
  }

  @Test
  void nodeThatComesLateIsConfiguredThen() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      world.trouble("worker-1", Trouble.CUT_OFF, true);
      TalosLog log =
          new TalosLog() {
            @Override
            public void sees(NodeName node, String words) {
              if (words.contains("Cannot reach") && node.value().equals("worker-1")) {
                world.trouble("worker-1", Trouble.CUT_OFF, false);
              }
            }
          };

      assertThat(world.talos(talos -> talos.bootstrap(PATIENT, log)).health().healthy()).isTrue();
    }
  }

  @Test
  void clockOutOfSyncIsWaitedFor() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0).provisioned()) {
      world.trouble("cp-1", Trouble.CLOCK_OUT_OF_SYNC, true);
      AtomicBoolean heard = new AtomicBoolean();
      TalosLog log =
          new TalosLog() {
            @Override
            public void sees(NodeName node, String words) {
              if (words.contains("sync")) {
                heard.set(true);
                world.trouble("cp-1", Trouble.CLOCK_OUT_OF_SYNC, false);
              }
            }
          };

      BootstrapResult result = world.talos(talos -> talos.bootstrap(PATIENT, log));

      assertThat(heard).isTrue();
      assertThat(result.bootstrapped()).contains(NodeName.of("cp-1"));
    }
  }

  @Test
  void nodeThatRebootsInTheMiddleIsWaitedFor() {
    try (TalosWorld world = new TalosWorld("1.12.4", 3, 0).provisioned()) {
      AtomicBoolean done = new AtomicBoolean();
      TalosLog log =
          new TalosLog() {
            @Override
            public void begins(String sentence) {
              if (sentence.startsWith("Waiting for all nodes") && done.compareAndSet(false, true)) {
                reboot(world, "cp-2");
              }
            }
          };

      BootstrapResult result = world.talos(talos -> talos.bootstrap(PATIENT, log));

      assertThat(done).isTrue();
      assertThat(result.health().healthy()).isTrue();
      assertThat(world.simulator.talos().clusters()).hasSize(1);
    }
  }

  private static void reboot(TalosWorld world, String name) {
    String address =
        world.talos(
            talos ->
                talos.status().stream()
                    .filter(node -> node.name().value().equals(name))
                    .flatMap(node -> node.place().endpoint().stream())
                    .map(TalosEndpoint::host)
                    .findFirst()
                    .orElseThrow());
    try (TalosClient client = world.client();
        TalosNode node = client.node(TalosEndpoint.of(address))) {
      node.reboot(RebootMode.DEFAULT);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, true", "1, false", "2, true", "2, false", "3, true", "3, false"})
  void changeWhoseAnswerIsLostIsNotDoneTwice(int nth, boolean carriedOut) {
    try (TalosWorld world = new TalosWorld("1.13.2", 2, 0).provisioned()) {
      FaultRule.Builder rule = FaultRule.on(CallPattern.WRITES).nth(nth);
      world.simulator.faults().add(carriedOut ? rule.resetAfter() : rule.resetBefore());

      BootstrapResult result = world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT));

      assertThat(result.health().healthy()).isTrue();
      assertThat(world.simulator.talos().clusters()).hasSize(1);
    }
  }
}
