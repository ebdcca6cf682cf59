package io.github.talosforge.provision;

import static io.github.talosforge.provision.CdWorlds.BY_CD;
import static io.github.talosforge.provision.CdWorlds.bootstrap;
import static io.github.talosforge.provision.CdWorlds.discs;
import static io.github.talosforge.provision.CdWorlds.world;
import static io.github.talosforge.provision.CdWorlds.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.plan.WithdrawDisc;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.world.Volume;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** CDs that a run could not take away, and those of others. */
class LeftCdsTest {
  /** What every interrupted run leads to in the end. */
  @Tag("exhaustive")
  @Test
  void runThatDiesAfterAnyWriteIsFinishedByTheNextAndLeavesNoCd() {
    Map<String, Map<String, String>> expected;
    int count;
    try (TalosWorld world = world("").provisioned()) {
      int before = writes(world);
      assertThat(bootstrap(world).health().healthy()).isTrue();
      expected = world.cluster.nodes();
      count = writes(world) - before;
    }
    assertThat(count)
        .as("upload, insert, start, eject, delete; and the beginning of etcd")
        .isEqualTo(2 * 5 + 1);
    EveryCase.of(IntStream.rangeClosed(1, count).boxed())
        .forEach(write -> dieAfter(write, expected));
  }

  private static void dieAfter(int write, Map<String, Map<String, String>> expected) {
    try (TalosWorld world = world("").provisioned()) {
      DyingRun.after(world.simulator, write);
      try {
        bootstrap(world);
      } catch (RuntimeException died) {
        assertThat(died).isNotNull();
      }
      world.simulator.faults().clear();
      assertThat(world.plan().isBlocked()).isFalse();

      assertThat(world.cluster.provision().complete()).as("after write %d", write).isTrue();
      assertThat(bootstrap(world).health().healthy()).as("after write %d", write).isTrue();

      assertThat(discs(world)).as("after write %d", write).isEmpty();
      assertThat(world.cluster.nodes()).as("after write %d", write).isEqualTo(expected);
      assertThat(world.plan().changes()).as("after write %d", write).isEmpty();
      assertThat(world.simulator.talos().clusters()).hasSize(1);
      int before = writes(world);
      assertThat(bootstrap(world).counters().changing()).isZero();
      assertThat(writes(world)).isEqualTo(before);
    }
  }

  @Test
  void changedConfigurationReplacesACdThatWasNotReadYet() {
    try (TalosWorld world = world("").provisioned()) {
      world
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("POST", "/nodes/{node}/qemu/{vmid}/status/start"))
                  .failsBefore(500, "no"));
      assertThatThrownBy(() -> bootstrap(world)).isInstanceOf(RuntimeException.class);
      world.simulator.faults().clear();
      List<String> old = discs(world);
      assertThat(old).hasSize(2);
      world.cluster.cluster(BY_CD + "ntp_servers: [time.example.org]\n");

      assertThat(bootstrap(world).health().healthy()).isTrue();

      assertThat(discs(world)).isEmpty();
      assertThat(world.plan().changes()).isEmpty();
    }
  }

  @Test
  void planShowsACdThatAnEarlierRunLeft() {
    try (TalosWorld world = world("").provisioned()) {
      world
          .simulator
          .faults()
          .add(
              FaultRule.on(
                      CallPattern.of("DELETE", "/nodes/{node}/storage/{storage}/content/{volume}"))
                  .failsBefore(500, "no"));
      assertThatThrownBy(() -> bootstrap(world)).isInstanceOf(RuntimeException.class);
      world.simulator.faults().clear();

      Plan plan = world.plan();

      assertThat(plan.changes()).isNotEmpty().allMatch(WithdrawDisc.class::isInstance);
      assertThat(PlanText.render(plan, false)).contains("CD with its configuration, no longer");
      assertThat(bootstrap(world).health().healthy()).isTrue();
      assertThat(discs(world)).isEmpty();
    }
  }

  @Test
  void discsOfOthersAreLeftAlone() {
    String foreign = "talosforge-cidata_fedcba9876543210_cp-1_0123456789abcdef.iso";
    try (TalosWorld world = world("").provisioned()) {
      world
          .simulator
          .world()
          .locked(
              () -> {
                world
                    .simulator
                    .world()
                    .volumes()
                    .put(
                        new Volume(
                            "local",
                            "pve1",
                            "iso/" + foreign,
                            "iso",
                            "iso",
                            10,
                            10,
                            0,
                            null,
                            0,
                            null,
                            Map.of(),
                            Map.of()));
                return true;
              });
      assertThat(bootstrap(world).health().healthy()).isTrue();
      assertThat(discs(world)).containsExactly("local:iso/" + foreign);
      assertThat(world.plan().changes()).isEmpty();
    }
  }

  @Test
  void destroyedNodesTakeTheirCdsAlong() {
    try (TalosWorld world = world("").provisioned()) {
      world
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("POST", "/nodes/{node}/qemu/{vmid}/status/start"))
                  .failsBefore(500, "no"));
      assertThatThrownBy(() -> bootstrap(world)).isInstanceOf(RuntimeException.class);
      world.simulator.faults().clear();
      assertThat(discs(world)).hasSize(2);

      try (ClusterSession session = world.cluster.session()) {
        Plan plan = session.planDestruction(NodeSelection.all(), false);
        assertThat(plan.changes(RemoveDisc.class)).hasSize(2);
        assertThat(PlanText.render(plan, false))
            .contains("- CD with a configuration in local on", "2 to destroy");
        assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete())
            .isTrue();
      }

      assertThat(discs(world)).isEmpty();
      assertThat(world.cluster.nodes()).isEmpty();
    }
  }
}
