package io.github.talosforge.provision;

import static io.github.talosforge.provision.DepartureTest.OPTIONS;
import static io.github.talosforge.provision.DepartureTest.destroy;
import static io.github.talosforge.provision.DepartureTest.fewer;
import static io.github.talosforge.provision.DepartureTest.joinedAs;
import static io.github.talosforge.provision.DepartureTest.members;
import static io.github.talosforge.provision.DepartureTest.world;
import static io.github.talosforge.provision.WorkerDepartureTest.nodes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.HurriedSessions;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.kubernetes.KubernetesNode;
import org.junit.jupiter.api.Test;

/** A node that joined before it was adopted, under another host name, leaves like any other. */
class AdoptedDepartureTest {
  @Test
  void memberThatIsOffIsKnownByItsAddress() {
    try (TalosWorld world = world(3, 0)) {
      joinedAs(world, "cp-3", "old-name", own -> own);
      WorkerDepartureTest.shutDown(world, "cp-3");

      assertThat(destroy(world, OPTIONS, "cp-3")).contains("cp-3 leaves etcd");

      assertThat(members(world)).containsExactlyInAnyOrder("cp-1", "cp-2");
    }
  }

  @Test
  void memberThatTheFilesNoLongerNameIsKnownByItsAddress() {
    try (TalosWorld world = world(3, 0)) {
      joinedAs(world, "cp-3", "old-name", own -> own);
      fewer(world, 2);

      assertThat(destroy(world, OPTIONS, "cp-3")).contains("cp-3 leaves etcd");

      assertThat(members(world)).containsExactlyInAnyOrder("cp-1", "cp-2");
    }
  }

  @Test
  void nodeThatKubernetesCallsOtherwiseIsKnownByItsAddress() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0)) {
      world.cluster.nodes(
          """
          nodes:
            - {name: cp-1, controller: true, vm_memory: 4096}
            - {name: worker-2, vm_memory: 2048}
            - name: worker-1
              vm_memory: 2048
              machine_patches:
                - {apiVersion: v1alpha1, kind: HostnameConfig, hostname: old-name}
          """);
      // Health knows a node by its name only, and waits for it in vain.
      assertThatThrownBy(() -> bootstrap(world.provisioned()))
          .hasMessageContaining("worker-1 has not joined");
      WorkerDepartureTest.run(world);
      assertThat(nodes(world)).extracting(KubernetesNode::name).contains("old-name");

      assertThat(destroy(world, OPTIONS, "worker-1"))
          .containsSubsequence("worker-1 takes no new pods", "worker-1 is taken out of Kubernetes");

      assertThat(nodes(world))
          .extracting(KubernetesNode::name)
          .containsExactlyInAnyOrder("cp-1", "worker-2");
      assertThat(WorkerDepartureTest.pods(world, "worker-2")).isEqualTo(2);
    }
  }

  private static void bootstrap(TalosWorld world) {
    TalosOptions hasty = HurriedSessions.IMPATIENT;
    world.talos(talos -> talos.bootstrap(hasty, TalosLog.SILENT));
  }
}
