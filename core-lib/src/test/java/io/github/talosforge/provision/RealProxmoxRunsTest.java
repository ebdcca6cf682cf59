package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.preflight.PreflightFinding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the daemons of Proxmox VE 9.2 did to runs, by the items of the comparison. */
class RealProxmoxRunsTest {
  private static final String TWO =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1, vm_cores: %d}
        - {name: worker-1, proxmox_node: pve2}
      """;

  @Test
  void item6MoreProcessorsThanTheHostHasAreNamedBeforeTheFirstWrite() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(TWO.formatted(17))) {
      Plan plan = cluster.plan();
      assertThat(limits(plan))
          .singleElement()
          .satisfies(
              finding ->
                  assertThat(finding.message())
                      .isEqualTo(
                          "Host pve1 has 16 processors and starts no VM with more, but node cp-1"
                              + " would have 17 (sockets 1, cores 17)."))
          .satisfies(finding -> assertThat(finding.location()).isNotNull());
      assertThat(plan.isBlocked()).isTrue();
      assertThat(cluster.simulator.journal().writes()).isEmpty();
    }
  }

  @Test
  void item6AnEditIsMeasuredWithWhatTheVmHas() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(TWO.formatted(16))) {
      cluster.provision();
      assertThat(limits(cluster.plan())).isEmpty();
      cluster.edit(2000, vm -> vm.config().put("sockets", "2"));
      cluster.nodes(TWO.formatted(15).replace("cores: 15", "cores: 9, vm_sockets: 2"));
      assertThat(limits(cluster.plan()))
          .singleElement()
          .satisfies(finding -> assertThat(finding.message()).contains("would have 18"));
    }
  }

  private static List<Finding> limits(Plan plan) {
    return plan.findings().findings().stream()
        .filter(finding -> finding.code().equals(PreflightFinding.CPU_LIMIT.code()))
        .toList();
  }
}
