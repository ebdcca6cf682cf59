package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.health.HealthText;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.BeginEtcd;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.talos.TalosCounters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From VMs in maintenance mode to a healthy cluster. */
class BootstrapTest {
  private static final TalosOptions OPTIONS = TalosOptions.defaults();

  @ParameterizedTest
  @CsvSource({
    "1.12.4, 1, 0",
    "1.9.6, 1, 1",
    "1.11.6, 3, 2",
    "1.12.4, 3, 2",
    "1.13.2, 3, 2",
    "1.13.2, 5, 10"
  })
  void clusterComesUpHealthyAndASecondRunChangesNothing(
      String version, int controlPlanes, int workers, TestReporter reporter) {
    try (TalosWorld world = new TalosWorld(version, controlPlanes, workers).provisioned()) {
      long start = System.nanoTime();
      BootstrapResult first = world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
      reporter.publishEntry(
          controlPlanes + "+" + workers + " from maintenance to healthy, ms",
          String.valueOf(Duration.ofNanos(System.nanoTime() - start).toMillis()));

      assertThat(first.bootstrapped()).contains(NodeName.of("cp-1"));
      assertThat(first.health().healthy()).as(HealthText.render(first.health())).isTrue();
      assertThat(first.nodes())
          .hasSize(controlPlanes + workers)
          .extracting(NodeOutcome::ending)
          .containsOnly(NodeOutcome.Ending.CONFIGURED);
      assertThat(first.counters().changing()).isEqualTo(controlPlanes + workers + 1L);
      assertThat(world.simulator.talos().clusters()).hasSize(1);

      BootstrapResult second = world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));

      assertThat(second.bootstrapped()).isEmpty();
      assertThat(second.nodes())
          .extracting(NodeOutcome::ending)
          .containsOnly(NodeOutcome.Ending.UNCHANGED);
      assertThat(second.counters()).extracting(TalosCounters::changing).isEqualTo(0L);
    }
  }

  @Test
  void onePlanShowsBothHalvesAndIsEmptyInTheEnd() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1)) {
      Plan fresh = world.plan();

      assertThat(fresh.changes(CreateVm.class)).hasSize(2);
      assertThat(fresh.changes(ConfigureMachine.class))
          .extracting(ConfigureMachine::way)
          .containsExactly(ConfigureMachine.Way.FIRST, ConfigureMachine.Way.FIRST);
      assertThat(fresh.changes(BeginEtcd.class)).hasSize(1);
      assertThat(PlanText.render(fresh, false))
          .contains("+ cp-1  gets its configuration", "+ etcd is bootstrapped on cp-1")
          .contains("2 machines to configure, etcd to bootstrap.");

      world.provisioned();
      assertThat(world.plan().changes()).hasSize(3);
      world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
      assertThat(world.plan().changes()).isEmpty();
    }
  }

  @Test
  void changedFilesShowAsADifferenceAndAreAppliedWithoutAReboot() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
      world.cluster.cluster("ntp_servers: [time.example.org]\n");

      List<ConfigureMachine> changes = world.plan().changes(ConfigureMachine.class);

      assertThat(changes).hasSize(2);
      assertThat(changes.get(0).way()).isEqualTo(ConfigureMachine.Way.AT_ONCE);
      assertThat(String.join("\n", changes.get(0).differences())).contains("time.example.org");
      List<NodeOutcome> outcomes =
          world.talos(talos -> talos.applyMachineConfigs(OPTIONS, TalosLog.SILENT));
      assertThat(outcomes).extracting(NodeOutcome::ending).containsOnly(NodeOutcome.Ending.CHANGED);
      assertThat(world.plan().changes()).isEmpty();
    }
  }

  @Test
  void rebootForAConfigurationWaitsToBeAllowedAndIsWaitedFor() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
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
      assertThat(world.plan().changes(ConfigureMachine.class))
          .extracting(ConfigureMachine::way)
          .containsOnly(ConfigureMachine.Way.WITH_REBOOT);

      assertThat(endings(world, OPTIONS)).containsOnly(NodeOutcome.Ending.NEEDS_REBOOT);
      assertThat(world.plan().changes()).hasSize(2);

      assertThat(endings(world, OPTIONS.withReboots(true)))
          .containsOnly(NodeOutcome.Ending.REBOOTED);
      List<SeenNode> nodes = world.talos(TalosSession::status);
      assertThat(nodes).allMatch(node -> node.sighting().isRunning());
      assertThat(world.plan().changes()).isEmpty();
    }
  }

  private static List<NodeOutcome.Ending> endings(TalosWorld world, TalosOptions options) {
    List<NodeOutcome> outcomes =
        world.talos(talos -> talos.applyMachineConfigs(options, TalosLog.SILENT));
    return outcomes.stream().map(NodeOutcome::ending).toList();
  }
}
