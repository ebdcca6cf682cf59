package io.github.talosforge.provision;

import static io.github.talosforge.provision.DepartureTest.IMPATIENT;
import static io.github.talosforge.provision.DepartureTest.OPTIONS;
import static io.github.talosforge.provision.DepartureTest.destroy;
import static io.github.talosforge.provision.DepartureTest.isHealthy;
import static io.github.talosforge.provision.DepartureTest.members;
import static io.github.talosforge.provision.DepartureTest.world;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What has etcd is never destroyed as if it had none, whatever the files say of it. */
class OnlyEtcdTest {
  private static final String RENAMED =
      """
      pools:
        - name: master
          role: controlplane
          count: 3
          vm_memory: 4096
      """;

  private static final String DEMOTED =
      """
      nodes:
        - {name: cp-1, controller: true, vm_memory: 4096}
        - {name: cp-2, controller: true, vm_memory: 4096}
        - {name: cp-3, vm_memory: 4096}
      """;

  private static TalosWorld renamed() {
    TalosWorld world = world(1, 0);
    world.cluster.nodes(RENAMED);
    world.provisioned();
    world.talos(talos -> talos.waitForTalos(OPTIONS, TalosLog.SILENT));
    return world;
  }

  @Test
  void onlyMemberStaysWhenTheFilesCallTheControlPlanesOtherwise() {
    try (TalosWorld world = renamed()) {
      assertThatThrownBy(() -> destroy(world, IMPATIENT, "cp-1"))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("None of the control planes that stay is in etcd")
          .hasMessageContaining("so nothing was destroyed")
          .hasMessageContaining("cp-1: has the cluster's only etcd");

      assertThat(world.cluster.nodes()).hasSize(4);
    }
  }

  @Test
  void machineThatIsOffMayHaveTheOnlyEtcd() {
    try (TalosWorld world = renamed()) {
      WorkerDepartureTest.shutDown(world, "cp-1");

      assertThatThrownBy(() -> destroy(world, IMPATIENT, "cp-1"))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("Nobody can tell whether etcd runs, so nothing was destroyed")
          .hasMessageContaining("cp-1: ");

      assertThat(world.cluster.nodes()).hasSize(4);
    }
  }

  @Test
  void machinesWithoutAConfigurationGo() {
    try (TalosWorld world = renamed()) {
      assertThat(destroy(world, OPTIONS, "master-2")).isEmpty();

      assertThat(world.cluster.nodes()).hasSize(3);
    }
  }

  @Test
  void wholeClusterGoesWithIt() {
    try (TalosWorld world = renamed()) {
      assertThat(destroy(world, OPTIONS, "*")).isEmpty();

      assertThat(world.cluster.nodes()).isEmpty();
    }
  }

  @Test
  void memberThatTheFilesCallAWorkerLeaves() {
    try (TalosWorld world = world(3, 0)) {
      world.cluster.nodes(DEMOTED);

      assertThat(destroy(world, OPTIONS, "cp-3")).contains("cp-3 leaves etcd");

      assertThat(members(world)).containsExactlyInAnyOrder("cp-1", "cp-2");
    }
  }

  @Test
  void memberThatTheFilesCallAWorkerLeavesWhenItIsOff() {
    try (TalosWorld world = world(3, 0)) {
      world.cluster.nodes(DEMOTED);
      WorkerDepartureTest.shutDown(world, "cp-3");

      assertThat(destroy(world, OPTIONS, "cp-3")).contains("cp-3 leaves etcd");

      assertThat(members(world)).containsExactlyInAnyOrder("cp-1", "cp-2");
    }
  }

  /** After a power failure nobody can say yet whether there is an etcd. */
  @Test
  void nothingIsDestroyedWhileEtcdComesUp() {
    try (TalosWorld world = world(3, 0)) {
      List<String> all = List.of("cp-1", "cp-2", "cp-3");
      all.forEach(node -> world.trouble(node, Trouble.ETCD_WAITS, true));
      all.forEach(node -> world.trouble(node, Trouble.REBOOTS, true));

      assertThatThrownBy(() -> destroy(world, IMPATIENT, "cp-2", "cp-3"))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("Nobody can tell whether etcd runs, so nothing was destroyed")
          .hasMessageContaining("etcd does not say yet whether it has data");

      assertThat(world.cluster.nodes()).hasSize(3);
      all.forEach(node -> world.trouble(node, Trouble.ETCD_WAITS, false));
      world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
      isHealthy(world);
    }
  }
}
