package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only the machine in a node's VM gets the node's configuration, whoever has its address. */
class RightMachineTest {
  private static final TalosOptions PATIENT = TalosOptions.defaults();

  /** Another team's VM, in maintenance mode, gets the address of our VM, which hangs. */
  private static int stranger(TalosWorld world, String node) {
    SimulatedCluster other =
        new SimulatedCluster(world.simulator)
            .named("other", "fedcba9876543210")
            .network("192.168.23")
            .nodes("nodes: [{name: fresh, controller: true, proxmox_node: pve2, vm_id: 2500}]\n");
    assertThat(other.provision().complete()).isTrue();
    int fresh = world.vm("fresh");
    String address = world.simulator.inspect().vms().get(world.vm(node)).config().get("ipconfig0");
    world.trouble(node, Trouble.NEVER_BOOTS, true);
    world.trouble(node, Trouble.REBOOTS, true);
    other.edit(fresh, vm -> vm.config().put("ipconfig0", address));
    return fresh;
  }

  private static void withStranger(String version, String node, Consumer<TalosWorld> check) {
    try (TalosWorld world = new TalosWorld(version, 1, 1).provisioned()) {
      int fresh = stranger(world, node);

      check.accept(world);

      assertThat(config(world, fresh)).isFalse();
    }
  }

  private static boolean config(TalosWorld world, int vm) {
    return world
        .simulator
        .world()
        .locked(() -> world.simulator.talos().machine(vm).flatMap(Machine::config).isPresent());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.9.6", "1.12.4", "1.13.2"})
  void anotherMachineInMaintenanceModeGetsNothing(String version) {
    withStranger(
        version,
        "cp-1",
        world -> {
          TalosFlowException told =
              catchThrowableOfType(
                  TalosFlowException.class,
                  () -> world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT)));

          assertThat(told.lastSeen()).containsOnlyKeys(NodeName.of("cp-1"));
          assertThat(told.getMessage())
              .contains("the machine at 192.168.22.", "another machine uses the address", "DHCP")
              .contains(uuid(world, "cp-1"), uuid(world, "fresh"));
        });
  }

  private static String uuid(TalosWorld world, String node) {
    return world
        .simulator
        .inspect()
        .vms()
        .get(world.vm(node))
        .config()
        .get("smbios1")
        .replaceAll(".*uuid=([^,]*).*", "$1");
  }

  @Test
  void theOtherNodesGetTheirs() {
    withStranger(
        "1.12.4",
        "worker-1",
        world -> {
          TalosFlowException told =
              catchThrowableOfType(
                  TalosFlowException.class,
                  () -> world.talos(talos -> talos.applyMachineConfigs(PATIENT, TalosLog.SILENT)));

          assertThat(told.lastSeen()).containsOnlyKeys(NodeName.of("worker-1"));
          assertThat(config(world, world.vm("cp-1"))).isTrue();
        });
  }

  @Test
  void thePlanSaysItBefore() {
    withStranger(
        "1.12.4",
        "worker-1",
        world -> {
          Plan plan = world.plan();

          assertThat(plan.isBlocked()).isTrue();
          assertThat(plan.findings().withCode("TF-MACHINE-IS-ANOTHER"))
              .singleElement()
              .satisfies(
                  finding -> assertThat(finding.message()).contains("worker-1", "192.168.22."));
          assertThat(plan.changes(ConfigureMachine.class))
              .extracting(change -> change.node().value())
              .containsExactly("cp-1");
        });
  }

  /** Whoever destroys without secrets relies on it. */
  @Test
  void anotherMachineWithoutConfigurationProvesNothingOfTheNode() {
    withStranger(
        "1.12.4",
        "cp-1",
        world -> {
          try (ClusterSession session = world.cluster.session()) {
            assertThat(session.unconfigured(HurriedSessions.patiently(world.dialer())))
                .containsExactly(NodeName.of("worker-1"));
          }
        });
  }

  /** An adopted VM that runs gets its UUID with the next stop and start. */
  @Test
  void theUuidInForceCountsAndNotTheOneThatWaits() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0).provisioned()) {
      world.cluster.edit(
          world.vm("cp-1"),
          vm -> {
            vm.pending().put("smbios1", vm.config().get("smbios1"));
            vm.config().put("smbios1", "uuid=11111111-2222-3333-4444-555555555555");
          });

      assertThat(world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT)).health().healthy())
          .isTrue();
    }
  }
}
