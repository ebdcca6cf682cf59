package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever other people's VMs look like, none is ever written to: not by a plan, not while nodes
 * are made, changed, restarted or destroyed, and not by cleaning.
 */
class StrangersTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void noForeignVmIsEverWrittenTo(long seed) {
    Random random = new Random(seed);
    try (SimulatedCluster cluster =
        SimulatedCluster.start().cluster(Strangers.any(random, List.of("", "clone: linked\n")))) {
      Strangers strangers = Strangers.settle(cluster, random);
      Plan first = cluster.plan();
      if (first.isBlocked()) {
        // Somebody has a node's name, or carries its marks: nothing is done at all.
        assertThat(cluster.simulator.journal().calls()).noneMatch(RecordedCall::isWrite);
        strangers.makeRoom();
      }

      assertThat(cluster.provision().complete()).as("seed %d", seed).isTrue();
      strangers.areUntouched("seed " + seed);
      cluster.cluster("proxmox_vm_defaults: {vm_memory: 9000, vm_disk_size: 120G}\n");
      assertThat(cluster.provision(true).complete()).as("seed %d", seed).isTrue();
      strangers.areUntouched("seed " + seed);
      assertThat(cluster.destroy().complete()).as("seed %d", seed).isTrue();
      clean(cluster);
      strangers.areUntouched("seed " + seed);
      assertThat(cluster.simulator.inspect().vms().keySet()).isEqualTo(strangers.ids());
    }
  }

  private static void clean(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      Plan plan = session.planTemplateCleaning(0, true);
      assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete()).isTrue();
      assertThat(session.planDestruction(NodeSelection.all(), true).changes()).isEmpty();
    }
  }
}
