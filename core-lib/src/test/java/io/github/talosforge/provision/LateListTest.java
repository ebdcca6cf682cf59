package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.world.Vm;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hosts tell each other every ten seconds what their VMs are called and which are templates; until
 * then the list of everything shows what was before. Tags are always new.
 */
class LateListTest {
  private static final int TEMPLATE = 9000;
  private static final String ONE_NODE =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
      """;

  private static void buildTemplates(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      Plan images = session.plan(NodeSelection.all(), false).imagesOnly();
      assertThat(session.apply(images, ApplyOptions.defaults(), ApplyLog.SILENT).complete())
          .isTrue();
    }
    assertThat(cluster.templates()).hasSize(1);
  }

  /** Lets the list be as old as a build that was quicker than the next news. */
  private static void late(SimulatedCluster cluster, String toldName) {
    try (ClusterSession session = cluster.session()) {
      Plan unused = session.plan(NodeSelection.all(), false);
    }
    cluster
        .simulator
        .world()
        .locked(
            () -> {
              Vm vm = cluster.simulator.world().vms().get(TEMPLATE);
              vm.broadcast(
                  toldName.isEmpty()
                      ? Vm.Broadcast.UNKNOWN
                      : new Vm.Broadcast(toldName, "stopped", false, 0, 1, 1L << 30, 1L << 30));
              return vm;
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "VM 9000", "talos-v1.12.4-ce4c980550dd"})
  void templateThatWasJustBuiltIsNotBuiltAgain(String toldName) {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE_NODE)) {
      buildTemplates(cluster);
      late(cluster, toldName);

      Plan plan = cluster.plan();

      assertThat(plan.changes(BuildTemplate.class)).isEmpty();
      assertThat(cluster.apply(plan).complete()).isTrue();
      assertThat(cluster.templates()).hasSize(1);
    }
  }

  @Test
  void buildThatJustDiedIsFinishedAndNotBegunAgain() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE_NODE)) {
      cluster
          .simulator
          .faults()
          .add(
              FaultRule.on(
                      new CallPattern(
                          null, "/nodes/{node}/qemu/{vmid}/config", true, TEMPLATE, null))
                  .failsBefore(403, "Permission check failed"));
      assertThat(cluster.provision().complete()).isFalse();
      cluster.simulator.faults().clear();
      Plan plan = cluster.plan();
      late(cluster, "");

      assertThat(cluster.apply(plan).complete()).isTrue();

      assertThat(cluster.templates()).hasSize(1);
      assertThat(cluster.simulator.inspect().vms().keySet())
          .isEqualTo(Map.of(2000, "cp-1", TEMPLATE, "template").keySet());
    }
  }
}
