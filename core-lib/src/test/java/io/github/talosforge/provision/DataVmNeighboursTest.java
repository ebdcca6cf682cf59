package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.ManageHa;
import io.github.talosforge.plan.Plan;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Those who remove, adopt and look after VMs know a data VM from its node. */
class DataVmNeighboursTest {
  private static Plan leftovers(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      return session.planLeftovers();
    }
  }

  @Test
  void dataOfANodeIsNeverLeftOver() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.ONE)) {
      assertThat(cluster.provision().complete()).isTrue();
      assertThat(leftovers(cluster).changes(FreeVolume.class)).isEmpty();

      assertThat(cluster.destroy().complete()).isTrue();

      assertThat(cluster.simulator.inspect().vm(20010)).isPresent();
      assertThat(leftovers(cluster).changes(FreeVolume.class)).isEmpty();
    }
  }

  @Test
  void dataVmDoesNotStandInTheWayOfAdoption() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.ONE)) {
      cluster.provision();
      cluster.destroy();
      cluster.stranger(2001, "pve1", Map.of("name", "replacement", "cores", "2"));
      try (ClusterSession session = cluster.session()) {
        Plan marks = session.planAdoption(Map.of("2001", NodeName.of("cp-1"))).marks();
        assertThat(marks.isBlocked()).as(marks.findings().render()).isFalse();
        assertThat(session.planAdoption(Map.of("20010", NodeName.of("cp-1"))).marks().isBlocked())
            .isTrue();
      }
    }
  }

  @Test
  void rebuiltNodeIsLookedAfterAgain() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start()
            .storage("ceph")
            .cluster(DataVmTest.DATA)
            .nodes(DataVmTest.TWO.replace("}", ", ha: true}"))) {
      assertThat(cluster.provision().complete()).isTrue();
      assertThat(cluster.simulator.world().ha().resources().keySet())
          .containsExactly("vm:2001", "vm:3001");

      Plan plan = cluster.planRebuild("worker-1");
      assertThat(plan.changes(ManageHa.class)).hasSize(1);
      ApplyResult result = cluster.apply(plan);

      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      assertThat(cluster.simulator.world().ha().resources().keySet())
          .containsExactly("vm:2001", "vm:3001");
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }
}
