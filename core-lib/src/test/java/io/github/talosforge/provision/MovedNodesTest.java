package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.NodeSelection;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the plan refuses is not done inside the machines instead: a living node keeps its address.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MovedNodesTest {
  private static final TalosOptions ALL = HurriedSessions.IMPATIENT;
  private static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1, memory: 2048, address: CP}
        - {name: worker-1, proxmox_node: pve2, memory: 2048, address: ONE}
        - {name: worker-2, proxmox_node: pve3, memory: 2048, address: TWO}
      """;

  private final TalosWorld world = new TalosWorld("1.12.4", 1, 2);

  private void files(String controlPlane, String one, String two) {
    world.cluster.nodes(NODES.replace("CP", controlPlane).replace("ONE", one).replace("TWO", two));
  }

  private static String at(int last) {
    return "192.168.22." + last;
  }

  @BeforeAll
  void bringUp() {
    files(at(10), at(20), at(21));
    world.provisioned();
    world.talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT));
  }

  @AfterAll
  void end() {
    world.close();
  }

  private TalosFlowException refused(
      BiConsumer<TalosSession, TalosOptions> task, TalosOptions how) {
    long before = world.simulator.journal().count();
    TalosFlowException told =
        catchThrowableOfType(
            TalosFlowException.class,
            () ->
                world.talos(
                    talos -> {
                      task.accept(talos, how);
                      return talos;
                    }));
    assertThat(world.simulator.journal().since(before))
        .noneMatch(call -> call.isTo("POST /machine.MachineService/ApplyConfiguration"));
    return told;
  }

  static Stream<Arguments> tasks() {
    BiConsumer<TalosSession, TalosOptions> apply =
        (talos, how) -> talos.applyMachineConfigs(how, TalosLog.SILENT);
    BiConsumer<TalosSession, TalosOptions> bootstrap =
        (talos, how) -> talos.bootstrap(how, TalosLog.SILENT);
    return Stream.of(
        Arguments.of("applyMachineConfigs", apply), Arguments.of("bootstrap", bootstrap));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tasks")
  void swappedAddressesAreGivenToNobody(String name, BiConsumer<TalosSession, TalosOptions> task) {
    files(at(10), at(21), at(20));

    TalosFlowException told = refused(task, ALL);

    assertThat(told.lastSeen().keySet())
        .containsExactly(NodeName.of("worker-1"), NodeName.of("worker-2"));
    assertThat(told.getMessage())
        .startsWith("Nothing was configured")
        .contains("worker-1: it lives at 192.168.22.20/24, but the files say 192.168.22.21/24")
        .contains("Write the old address again");
  }

  @ParameterizedTest
  @ValueSource(strings = {"192.168.22.77", "dhcp"})
  void noNodeMoves(String address) {
    files(at(10), address, at(21));

    TalosFlowException told =
        refused((talos, how) -> talos.applyMachineConfigs(how, TalosLog.SILENT), ALL);

    assertThat(told.lastSeen()).containsOnlyKeys(NodeName.of("worker-1"));
    assertThat(told).hasMessageContaining("it lives at 192.168.22.20/24, but the files say");
  }

  /** The plan refuses the same, and so it refuses an address where DHCP gave one. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("tasks")
  void noNetworkGrowsAroundALivingNode(String name, BiConsumer<TalosSession, TalosOptions> task) {
    files(at(10), at(20), at(21));
    world.cluster.wide(true);
    try {
      TalosFlowException told = refused(task, ALL);

      assertThat(world.plan().findings().withCode("TF-ADDRESS-CHANGED")).hasSize(3);
      assertThat(told.lastSeen()).hasSize(3);
      assertThat(told)
          .hasMessageContaining(
              "cp-1: it lives at 192.168.22.10/24, but the files say 192.168.22.10/16");
    } finally {
      world.cluster.wide(false);
    }
  }

  @Test
  void noNodeLeavesDhcp() {
    files(at(10), at(20), at(21));
    int vm = world.vm("worker-1");
    String before = world.simulator.inspect().vm(vm).orElseThrow().config().get("ipconfig0");
    world.cluster.edit(vm, one -> one.config().put("ipconfig0", "ip=dhcp"));
    try {
      TalosFlowException told =
          refused((talos, how) -> talos.applyMachineConfigs(how, TalosLog.SILENT), ALL);

      assertThat(told)
          .hasMessageContaining("worker-1: it lives at dhcp, but the files say 192.168.22.20/24");
    } finally {
      world.cluster.edit(vm, one -> one.config().put("ipconfig0", before));
    }
  }

  /** Every node's configuration names the control plane's address. */
  @Test
  void whoIsLeftOutMattersOnlyAsAControlPlane() {
    TalosOptions others =
        ALL.withNodes(NodeSelection.all().without(Set.of(NodeName.of("worker-1"))));
    files(at(10), at(77), at(21));
    assertThat(
            world.<Integer>talos(
                talos -> talos.applyMachineConfigs(others, TalosLog.SILENT).size()))
        .isEqualTo(2);

    files(at(77), at(20), at(21));
    TalosOptions workers = ALL.withNodes(new NodeSelection(List.of("worker-*"), List.of()));
    TalosFlowException told =
        refused((talos, how) -> talos.applyMachineConfigs(how, TalosLog.SILENT), workers);
    assertThat(told.lastSeen()).containsOnlyKeys(NodeName.of("cp-1"));
  }
}
