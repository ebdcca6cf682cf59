package io.github.talosforge.provision;

import static io.github.talosforge.provision.Restarts.IMPATIENT;
import static io.github.talosforge.provision.Restarts.OPTIONS;
import static io.github.talosforge.provision.Restarts.heard;
import static io.github.talosforge.provision.Restarts.nodes;
import static io.github.talosforge.provision.Restarts.pods;
import static io.github.talosforge.provision.Restarts.run;
import static io.github.talosforge.provision.Restarts.saying;
import static io.github.talosforge.provision.Restarts.talosLog;
import static io.github.talosforge.provision.Restarts.world;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A configuration that needs a reboot takes effect one node at a time, as a stop and start. */
class RollingRebootTest {
  /** Changes a value of the machine configuration that needs a reboot. */
  private static void anotherFile(TalosWorld world) {
    world.cluster.cluster(
        """
        machine_patches:
          all:
            - machine:
                files:
                  - path: /var/etc/motd
                    permissions: 0o644
                    op: create
                    content: hello
        """);
  }

  private static List<NodeOutcome> reconfigure(
      TalosWorld world, TalosOptions options, List<String> heard) {
    return world.talos(
        talos -> talos.applyMachineConfigs(options.withReboots(true), talosLog(heard)));
  }

  @Test
  void rebootForAConfigurationIsDrainedLikeAStopAndStart() {
    try (TalosWorld world = world(3, 2)) {
      run(world, "");
      anotherFile(world);
      List<String> heard = heard();

      assertThat(reconfigure(world, OPTIONS, heard))
          .extracting(NodeOutcome::ending)
          .containsOnly(NodeOutcome.Ending.REBOOTED);

      for (String node : List.of("cp-1", "cp-2", "cp-3", "worker-1", "worker-2")) {
        assertThat(heard)
            .containsSubsequence(
                node + " takes no new pods",
                node + " gets another configuration and reboots",
                node + " takes pods again");
      }
      assertThat(heard).anyMatch(line -> line.matches("worker-\\d gives \\d pods? away"));
      assertThat(nodes(world)).noneMatch(KubernetesNode::unschedulable);
      assertThat(pods(world, "worker-1").size() + pods(world, "worker-2").size()).isEqualTo(2);
      assertThat(world.talos(TalosSession::health).healthy()).isTrue();
    }
  }

  @Test
  void noControlPlaneIsRebootedWhileAnotherOnesEtcdIsNotWell() {
    try (TalosWorld world = world(3, 0)) {
      anotherFile(world);
      world.trouble("cp-3", Trouble.ETCD_MEMBER_LOST, true);
      List<String> heard = heard();

      assertThatThrownBy(() -> reconfigure(world, IMPATIENT, heard))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("cp-1 is not stopped, because etcd is not well")
          .hasMessageContaining("cp-3: ");

      assertThat(saying(heard, "reboots")).isEmpty();
      assertThat(saying(heard, "takes no new pods")).isEmpty();
    }
  }

  @Test
  void budgetThatNeverLetsGoKeepsTheNodeFromRebooting() {
    try (TalosWorld world = world(1, 1)) {
      run(
          world,
          """
          metadata: {name: keep-web}
          spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}
          """);
      anotherFile(world);
      List<String> heard = heard();

      assertThatThrownBy(() -> reconfigure(world, IMPATIENT, heard))
          .hasMessageContaining("could not be drained in time", "keep-web");

      assertThat(saying(heard, "worker-1 gets another configuration")).isEmpty();
      assertThat(nodes(world)).noneMatch(KubernetesNode::unschedulable);
    }
  }

  @Test
  void stoppedRunRebootsNothingMoreAndGivesTheNodeItsPodsBack() {
    try (TalosWorld world = world(1, 1)) {
      anotherFile(world);
      List<String> heard = heard();
      TalosOptions stopped = OPTIONS.withStop(() -> heard.contains("cp-1 takes no new pods"));

      assertThatThrownBy(() -> reconfigure(world, stopped, heard))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("cp-1 was not rebooted");

      assertThat(saying(heard, "reboots")).isEmpty();
      assertThat(nodes(world)).noneMatch(KubernetesNode::unschedulable);
    }
  }
}
