package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.plan.Plan;
import org.junit.jupiter.api.Test;

/** Options that Proxmox VE leaves to root. */
class RootOptionsTest {

  @Test
  void everyTokenIsToldBeforeAnythingIsWritten() {
    try (SimulatedCluster cluster = cluster("hugepages: 2, vm_options: {keephugepages: 1}")) {
      assertThat(cluster.simulator.token()).startsWith("root@pam!");

      Plan plan = cluster.plan();

      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.findings().render())
          .contains("TF-PREFLIGHT-OPTION-NEEDS-ROOT", "also one of root@pam")
          .contains("the option hugepages of worker-1", "the option keephugepages of worker-1");
      assertThat(cluster.simulator.journal().writes()).isEmpty();
    }
  }

  @Test
  void rootWithItsPasswordMaySetThemAndTheSecondRunChangesNothing() {
    try (SimulatedCluster cluster = cluster("hugepages: 2")) {
      cluster.as("root@pam", "simulator");
      Plan plan = cluster.plan();
      assertThat(plan.findings().hasErrors()).as(plan.findings().render()).isFalse();

      ApplyResult result = cluster.apply(plan);

      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      assertThat(cluster.nodes().get("3000 worker-1"))
          .containsEntry("hugepages", "2")
          .containsEntry("(running)", "true");
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  private static SimulatedCluster cluster(String settings) {
    return SimulatedCluster.start()
        .nodes(
            """
            nodes:
              - {name: cp-1, controller: true, proxmox_node: pve1}
              - {name: worker-1, controller: false, proxmox_node: pve1, %s}
            """
                .formatted(settings));
  }
}
