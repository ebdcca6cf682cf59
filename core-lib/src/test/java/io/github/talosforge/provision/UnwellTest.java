package io.github.talosforge.provision;

import static io.github.talosforge.provision.Restarts.IMPATIENT;
import static io.github.talosforge.provision.Restarts.OPTIONS;
import static io.github.talosforge.provision.Restarts.heard;
import static io.github.talosforge.provision.Restarts.nodes;
import static io.github.talosforge.provision.Restarts.saying;
import static io.github.talosforge.provision.Restarts.talosLog;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.health.CheckResult;
import io.github.talosforge.health.CheckResult.State;
import io.github.talosforge.health.HealthCheck;
import io.github.talosforge.kubernetes.KubernetesNode;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.github.talosforge.versions.RunningEtcd;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What runs and is not well all the same: nothing is stopped beside it, and it is named. */
class UnwellTest {
  private static final String WORKER = "worker-1";
  private static int files;

  private static TalosWorld world;

  @BeforeAll
  static void bringUp() {
    world = Restarts.world(3, 1);
  }

  @AfterAll
  static void close() {
    world.close();
  }

  /** Changes a value that needs a reboot. */
  private static void anotherFile() {
    files++;
    world.cluster.cluster(
        """
        machine_patches:
          all:
            - machine:
                files:
                  - path: /var/etc/motd
                    permissions: 0o644
                    op: create
                    content: hello %d
        """
            .formatted(files));
  }

  private static List<NodeOutcome> reconfigure(
      String node, TalosOptions options, TalosLog listener) {
    TalosOptions one = options.withNodes(new NodeSelection(List.of(node), List.of()));
    return world.talos(talos -> talos.applyMachineConfigs(one.withReboots(true), listener));
  }

  private static CheckResult check(HealthCheck wanted) {
    return world.talos(TalosSession::health).results().stream()
        .filter(result -> result.check() == wanted)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"DISK_FULL", "ETCD_CORRUPT", "ETCD_LAGS", "ETCD_CLAIMS_LEAD"})
  void noControlPlaneIsRebootedWhileEtcdIsUnwellAsAWhole(Trouble trouble) {
    String unwell = leads("cp-3") ? "cp-2" : "cp-3";
    anotherFile();
    world.trouble(unwell, trouble, true);
    try {
      HealthCheck told =
          trouble == Trouble.ETCD_CLAIMS_LEAD
              ? HealthCheck.ETCD_CONSISTENT
              : HealthCheck.ETCD_HEALTHY;
      CheckResult result = check(told);
      assertThat(result.state()).isEqualTo(State.FAILED);
      assertThat(result.message()).contains(unwell + ": etcd ");

      Plan plan = world.plan();
      assertThat(plan.findings().withCode("TF-ETCD-UNWELL"))
          .anySatisfy(finding -> assertThat(finding.message()).startsWith(unwell + ": etcd "));
      assertThat(seen(plan, unwell)).isEqualTo(seenAs(trouble));

      List<String> heard = heard();
      assertThatThrownBy(() -> reconfigure("cp-1", IMPATIENT, talosLog(heard)))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("cp-1 is not stopped, because etcd is not well")
          .hasMessageContaining(unwell + ": etcd ");
      assertThat(saying(heard, "reboots")).isEmpty();
      assertThat(saying(heard, "takes no new pods")).isEmpty();
    } finally {
      world.trouble(unwell, trouble, false);
    }
    assertThat(check(HealthCheck.ETCD_HEALTHY).state()).isEqualTo(State.PASSED);
  }

  private static boolean leads(String node) {
    return world.plan().etcd().orElseThrow().members().stream()
        .anyMatch(member -> member.name().equals(node) && member.leader());
  }

  private static String seenAs(Trouble trouble) {
    return switch (trouble) {
      case DISK_FULL -> "follower, lag 0, no space";
      case ETCD_CORRUPT -> "follower, lag 0, corrupt";
      case ETCD_LAGS -> "follower, lag 20000, ";
      default -> "leader, lag 0, ";
    };
  }

  private static String seen(Plan plan, String node) {
    RunningEtcd.Member member =
        plan.etcd().orElseThrow().members().stream()
            .filter(each -> each.name().equals(node))
            .findFirst()
            .orElseThrow();
    return "%s, lag %d, %s"
        .formatted(
            member.part(), member.data().orElseThrow().lag(), String.join(", ", member.alarms()));
  }

  @Test
  void aNodeThatRunsAndIsNotReadyIsNotBack() {
    anotherFile();
    TalosLog spoiling =
        new TalosLog() {
          @Override
          public void does(NodeName node, String words) {
            if (words.contains("reboots")) {
              world.trouble(node.value(), Trouble.NEVER_READY, true);
            }
          }
        };
    try {
      assertThatThrownBy(() -> reconfigure(WORKER, IMPATIENT, spoiling))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("did not come back from its reboot in time")
          .hasMessageContaining("running, waits for staticPods: kube-system/static-web not ready");
      assertThat(nodes(world))
          .filteredOn(node -> node.name().equals(WORKER))
          .allMatch(KubernetesNode::unschedulable);
      assertThat(check(HealthCheck.BOOTED).message())
          .contains(WORKER + ": is running, waits for staticPods");

      assertThat(reconfigured())
          .as("what was not ready before need not be afterwards")
          .containsExactly(NodeOutcome.Ending.REBOOTED);
    } finally {
      world.trouble(WORKER, Trouble.NEVER_READY, false);
    }
    assertThat(check(HealthCheck.BOOTED).state()).isEqualTo(State.PASSED);
  }

  private static List<NodeOutcome.Ending> reconfigured() {
    anotherFile();
    return reconfigure(WORKER, OPTIONS, TalosLog.SILENT).stream().map(NodeOutcome::ending).toList();
  }
}
