package io.github.talosforge.apply;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.plan.DestroyVolume;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.provision.SimulatedCluster;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.simulator.Simulator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A call can wait long for its turn; what is looked at before it counts only from then on. */
class VolumeLookTest {
  private static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
        - {name: worker-1, vm_id: 3001, proxmox_node: pve1, data_vm: true, volumes: {VOLUMES}}
      """;

  private static SimulatedCluster cluster() {
    SimulatedCluster cluster =
        new SimulatedCluster(Simulator.builder().hosts(3).timeScale(0).start());
    boolean made =
        cluster
                .nodes(NODES.replace("VOLUMES", "db: {type: disk, size: 7G}"))
                .provision(true)
                .complete()
            && cluster.nodes(NODES.replace("VOLUMES", "")).provision(true).complete();
    if (!made) {
      throw new IllegalStateException("the cluster could not be made");
    }
    return cluster;
  }

  @Test
  void whoUsesAVolumeIsLookedAtWhenTheLookIsTaken() {
    try (SimulatedCluster cluster = cluster();
        ClusterSession session = cluster.session();
        ProxmoxClient client = cluster.root()) {
      DestroyVolume change =
          session
              .planVolumeDestruction(new NodeSelection(List.of("worker-1"), List.of()), "db")
              .changes(DestroyVolume.class)
              .get(0);
      Look look =
          new VmGuard(client)
              .usedNowhereElse(change.vm(), change.key(), change.volume(), () -> false);
      look.again();

      cluster.stranger(7001, "pve2", Map.of("name", "mail", "scsi1", change.volume()));

      assertThatThrownBy(look::again).hasMessageContaining("VM 7001 'mail' on pve2");
    }
  }
}
