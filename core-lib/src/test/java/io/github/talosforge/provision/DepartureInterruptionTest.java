package io.github.talosforge.provision;

import static io.github.talosforge.provision.DepartureTest.OPTIONS;
import static io.github.talosforge.provision.DepartureTest.destroy;
import static io.github.talosforge.provision.DepartureTest.destroyWithoutCare;
import static io.github.talosforge.provision.DepartureTest.fewer;
import static io.github.talosforge.provision.DepartureTest.isHealthy;
import static io.github.talosforge.provision.DepartureTest.members;
import static io.github.talosforge.provision.DepartureTest.world;
import static io.github.talosforge.provision.WorkerDepartureTest.KEPT;
import static io.github.talosforge.provision.WorkerDepartureTest.nodes;
import static io.github.talosforge.provision.WorkerDepartureTest.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.model.NodeName;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What ends a departure half way leaves a cluster that works, and the next run finishes it. */
class DepartureInterruptionTest {
  @Test
  void lockThatCameWhilePodsLeftKeepsTheNodeInTheCluster() {
    try (TalosWorld world = world(3, 0)) {
      assertThatThrownBy(
              () ->
                  destroy(
                      world,
                      OPTIONS,
                      said -> {
                        if (said.equals("cp-3 takes no new pods")) {
                          world.cluster.edit(
                              world.vm("cp-3"), vm -> vm.config().put("lock", "backup"));
                        }
                      },
                      "cp-3"))
          .hasMessageContaining("TF-GOING-VM-LOCKED");

      assertThat(members(world)).containsExactlyInAnyOrder("cp-1", "cp-2", "cp-3");
      assertThat(nodes(world)).hasSize(3).noneMatch(KubernetesNode::unschedulable);
      assertThat(world.cluster.nodes()).hasSize(3);
    }
  }

  @Test
  void stoppedRunGivesTheNodesBack() {
    try (TalosWorld world = world(1, 1)) {
      run(world, KEPT);
      AtomicBoolean stopped = new AtomicBoolean();

      assertThatThrownBy(
              () ->
                  destroy(
                      world,
                      OPTIONS.withStop(stopped::get),
                      said -> stopped.compareAndSet(false, said.endsWith("away")),
                      "worker-1"))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("The run was asked to stop: nothing was destroyed");

      assertThat(nodes(world)).hasSize(2).noneMatch(KubernetesNode::unschedulable);
      assertThat(world.cluster.nodes()).hasSize(2);
    }
  }

  @Test
  void memberWhoseVmIsGoneIsTakenOutByTheNextRun() {
    try (TalosWorld world = world(3, 0)) {
      destroyWithoutCare(world, "cp-3");
      fewer(world, 2);

      world.talos(
          talos -> {
            talos.departure(OPTIONS, TalosLog.SILENT).forgetMissing(Set.of(NodeName.of("cp-3")));
            return talos;
          });

      assertThat(members(world)).containsExactlyInAnyOrder("cp-1", "cp-2");
      isHealthy(world);
    }
  }

  @Test
  void memberWhoseMachineAnswersStays() {
    try (TalosWorld world = world(3, 0)) {
      world.talos(
          talos -> {
            talos.departure(OPTIONS, TalosLog.SILENT).forgetMissing(Set.of(NodeName.of("cp-3")));
            return talos;
          });

      assertThat(members(world)).hasSize(3);
      assertThat(nodes(world)).hasSize(3);
    }
  }
}
