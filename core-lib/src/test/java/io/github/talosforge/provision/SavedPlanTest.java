package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.plan.SavedPlan;
import io.github.talosforge.simulator.world.Vm;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan that was looked at is carried out only while it still holds. */
class SavedPlanTest {
  private static final String ONE =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
      """;

  private static SavedPlan saved(SimulatedCluster cluster) {
    return SavedPlan.parse(PlanJson.render(cluster.plan()));
  }

  @Test
  void itHoldsWhileNothingChanged() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE)) {
      SavedPlan saved = saved(cluster);
      cluster.stranger(7001, "pve1", Map.of("name", "mail"));

      assertThat(saved.changes()).anyMatch(id -> id.equals("create/cp-1"));
      assertThat(saved.difference(cluster.plan())).isEmpty();
    }
  }

  @Test
  void itSaysThatItWasCarriedOutAlready() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE)) {
      SavedPlan saved = saved(cluster);
      assertThat(cluster.provision().complete()).isTrue();

      assertThat(saved.difference(cluster.plan()).orElseThrow())
          .contains("it has no need of", "create/cp-1", "Plan again");
    }
  }

  @Test
  void itSaysWhatTheFilesWantBesides() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE)) {
      SavedPlan saved = saved(cluster);
      cluster.nodes(ONE + "  - {name: worker-1, proxmox_node: pve1}\n");

      assertThat(saved.difference(cluster.plan()).orElseThrow())
          .contains("it lacks create/worker-1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vm_memory: 9000",
        "vm_disk_size: 77G",
        "vm_id: 2077",
        "description: mine",
        "address: 192.168.22.77"
      })
  void anotherValueOfANewNodeEndsIt(String line) {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE)) {
      SavedPlan saved = saved(cluster);

      cluster.nodes(ONE.replace("pve1}", "pve1, " + line + "}"));

      assertThat(saved.difference(cluster.plan()).orElseThrow())
          .contains("its VMs or the values that it writes are others by now");
    }
  }

  @Test
  void aVmThatSomebodyChangedEndsItEvenIfTheChangesLookTheSame() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE)) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.nodes(ONE.replace("pve1}", "pve1, vm_memory: 9000}"));
      SavedPlan saved = saved(cluster);
      cluster
          .simulator
          .world()
          .locked(
              () -> {
                Vm vm = cluster.simulator.world().vms().get(2000);
                vm.config().put("watchdog", "i6300esb");
                vm.touch();
                return vm;
              });

      assertThat(saved.difference(cluster.plan())).isPresent();
    }
  }

  @Test
  void aPlanOfAnotherClusterOrReleaseIsRefused() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE)) {
      SavedPlan other = new SavedPlan("production", "d", Set.of());

      assertThat(other.difference(cluster.plan()).orElseThrow())
          .contains("for cluster production, not demo");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> SavedPlan.parse("{\"schema\": \"talosforge-plan/7\"}"))
          .withMessageContaining("talosforge-plan/1");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> SavedPlan.parse("not a plan"))
          .withMessageContaining("no plan");
    }
  }
}
