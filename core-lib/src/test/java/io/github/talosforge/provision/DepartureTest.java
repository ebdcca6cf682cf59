package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.health.HealthText;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.operation.ClusterRun;
import io.github.talosforge.operation.Goal;
import io.github.talosforge.operation.Result;
import io.github.talosforge.operation.RunListener;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.talos.Talos;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster.Member;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A control plane that is destroyed leaves etcd first, and the cluster goes on without it. */
class DepartureTest {
  static final TalosOptions OPTIONS = TalosOptions.defaults();
  private static final List<String> WORDS =
      Stream.of("cp", "master", "worker")
          .flatMap(kind -> Stream.of(kind + "-1", kind + "-2", kind + "-3"))
          .toList();

  static final TalosOptions IMPATIENT = HurriedSessions.IMPATIENT;

  static TalosWorld world(int controlPlanes, int workers) {
    TalosWorld world = new TalosWorld("1.12.4", controlPlanes, workers).provisioned();
    assertThat(world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT)).health().healthy())
        .isTrue();
    return world;
  }

  static void fewer(TalosWorld world, int controlPlanes) {
    world.cluster.nodes(
        """
        pools:
          - name: cp
            role: controlplane
            count: %d
            vm_memory: 4096
        """
            .formatted(controlPlanes));
  }

  /** Removes nodes; returns what was said. */
  static List<String> destroy(TalosWorld world, TalosOptions options, String... nodes) {
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    destroy(world, options, heard::add, nodes);
    return heard;
  }

  /** Does the same, and tells what is said when it is said. */
  static void destroy(
      TalosWorld world, TalosOptions options, Consumer<String> heard, String... nodes) {
    try (ClusterRun run = world.run(world.terms().patience(options.patience()).confirming(WORDS))) {
      RunListener listener =
          new RunListener() {
            @Override
            public void does(NodeName node, String words) {
              hears(node + " " + words);
            }

            @Override
            public void sees(NodeName node, String words) {
              // The machines themselves are looked at too.
              if (words.startsWith("is not ready")) {
                hears(node + " " + words);
              }
            }

            @Override
            public void warns(NodeName node, String sentence) {
              hears(node + " " + sentence);
            }

            private void hears(String said) {
              heard.accept(said);
              if (options.stopped().getAsBoolean()) {
                run.stop();
              }
            }
          };
      NodeSelection going = new NodeSelection(List.of(nodes), List.of());
      Result unused =
          run.operation(
                  new Goal.RemoveNodes(going, /* liftProtection= */ false, /* withData= */ false))
              .run(listener);
    }
  }

  static void isHealthy(TalosWorld world) {
    assertThat(world.talos(TalosSession::health).healthy())
        .as(HealthText.render(world.talos(TalosSession::health)))
        .isTrue();
  }

  @Test
  void complaint12_itsPodsLeaveThenItLeavesEtcdAndKubernetesForgetsIt() {
    try (TalosWorld world = world(3, 0)) {
      List<String> heard = destroy(world, OPTIONS, "cp-3");

      assertThat(heard)
          .containsSubsequence(
              "cp-3 takes no new pods", "cp-3 leaves etcd", "cp-3 is taken out of Kubernetes");
      fewer(world, 2);
      isHealthy(world);
    }
  }

  @Test
  void nodeThatTheFilesNoLongerNameLeavesToo() {
    try (TalosWorld world = world(3, 0)) {
      fewer(world, 2);

      assertThat(destroy(world, OPTIONS, "cp-3")).contains("cp-3 leaves etcd");

      isHealthy(world);
    }
  }

  @Test
  void deadMemberIsTakenOutByTheOthers() {
    try (TalosWorld world = world(3, 0)) {
      world.trouble("cp-3", Trouble.CUT_OFF, true);

      assertThat(destroy(world, OPTIONS, "cp-3")).contains("cp-3 leaves etcd");

      fewer(world, 2);
      isHealthy(world);
    }
  }

  /** Lets a node have joined etcd under another host name, perhaps from another address. */
  static void joinedAs(
      TalosWorld world, String node, String hostname, UnaryOperator<String> address) {
    world
        .simulator
        .world()
        .locked(
            () -> {
              Talos talos = world.simulator.talos();
              EtcdCluster etcd = talos.etcdOf(talos.machine(world.vm(node)).orElseThrow()).get();
              Member member =
                  etcd.members().stream()
                      .filter(each -> each.name().equals(node))
                      .findFirst()
                      .orElseThrow();
              etcd.remove(member.id());
              etcd.add(new Member(member.id(), hostname, address.apply(member.address()), false));
              return member;
            });
  }

  static List<String> members(TalosWorld world) {
    return world.simulator.talos().saved().get(0).members().stream().map(Member::name).toList();
  }

  @Test
  void adoptedMemberWithItsOldNameSaysWhichOneItIs() {
    try (TalosWorld world = world(3, 0)) {
      joinedAs(world, "cp-3", "old-name", own -> "10.9.9.9");

      assertThat(destroy(world, OPTIONS, "cp-3")).contains("cp-3 leaves etcd");

      assertThat(members(world)).containsExactlyInAnyOrder("cp-1", "cp-2");
      fewer(world, 2);
      isHealthy(world);
    }
  }

  @Test
  void adoptedMemberThatIsDeadIsKnownByItsAddress() {
    try (TalosWorld world = world(3, 0)) {
      joinedAs(world, "cp-3", "old-name", own -> own);
      world.trouble("cp-3", Trouble.CUT_OFF, true);

      assertThat(destroy(world, OPTIONS, "cp-3")).contains("cp-3 leaves etcd");

      assertThat(members(world)).containsExactlyInAnyOrder("cp-1", "cp-2");
    }
  }

  @Test
  void nothingIsDestroyedWhileAMemberCanBeTheOneThatGoes() {
    try (TalosWorld world = world(3, 0)) {
      joinedAs(world, "cp-3", "old-name", own -> "10.9.9.9");
      world.trouble("cp-3", Trouble.CUT_OFF, true);

      assertThatThrownBy(() -> destroy(world, IMPATIENT, "cp-3"))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("Nobody can tell whether cp-3 is a member of etcd")
          .hasMessageContaining("so nothing was destroyed")
          .hasMessageContaining("knows old-name at https://10.9.9.9:2380")
          .hasMessageContaining("talosctl --nodes cp-1 etcd remove-member ");

      assertThat(world.cluster.nodes()).hasSize(3);
      assertThat(members(world)).hasSize(3);
    }
  }

  @Test
  void nothingIsDestroyedWhileAMemberThatStaysIsNotWell() {
    try (TalosWorld world = world(3, 0)) {
      world.trouble("cp-2", Trouble.ETCD_MEMBER_LOST, true);

      assertThatThrownBy(() -> destroy(world, IMPATIENT, "cp-3"))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("cp-3 is not stopped, because etcd is not well")
          .hasMessageContaining("cp-2: ");

      assertThat(world.cluster.nodes()).hasSize(3);
    }
  }

  @Test
  void controlPlanesLeaveOneAtATime() {
    try (TalosWorld world = world(3, 0)) {
      assertThatThrownBy(() -> destroy(world, IMPATIENT, "cp-2", "cp-3"))
          .hasMessageContaining("one at a time, so nothing was destroyed")
          .hasMessageContaining("cp-2: ");

      assertThat(world.cluster.nodes()).hasSize(3);
    }
  }

  @Test
  void wholeClusterNeedsNoCare() {
    try (TalosWorld world = world(3, 1)) {
      assertThat(destroy(world, OPTIONS, "*")).isEmpty();

      assertThat(world.cluster.nodes()).isEmpty();
    }
  }

  static void destroyWithoutCare(TalosWorld world, String node) {
    try (ClusterSession session = world.cluster.session()) {
      Plan plan = session.planDestruction(new NodeSelection(List.of(node), List.of()), false);
      assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete()).isTrue();
    }
  }

  @Test
  void memberThatWasDestroyedWithoutLeavingIsNamedWithItsCommand() {
    try (TalosWorld world = world(3, 0)) {
      destroyWithoutCare(world, "cp-3");
      fewer(world, 2);

      assertThatThrownBy(() -> destroy(world, IMPATIENT, "cp-2"))
          .hasMessageContaining("knows a member of etcd that is no control plane: cp-3")
          .hasMessageContaining("talosctl --nodes cp-1 etcd remove-member ");
    }
  }

  @Test
  void machineThatSaysItHasNoEtcdGoesWhateverMembersAreUnknown() {
    try (TalosWorld world = world(3, 1)) {
      destroyWithoutCare(world, "cp-3");
      fewer(world, 2);

      assertThat(destroy(world, OPTIONS, "worker-1"))
          .contains("worker-1 is taken out of Kubernetes")
          .doesNotContain("worker-1 leaves etcd");
    }
  }

  @Test
  void machinesWithoutAConfigurationAreKnownWithoutSecrets() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      world.talos(talos -> talos.waitForTalos(OPTIONS, TalosLog.SILENT));
      try (ClusterSession session = world.cluster.session()) {
        assertThat(session.unconfigured(HurriedSessions.patiently(world.dialer())))
            .containsExactlyInAnyOrder(NodeName.of("cp-1"), NodeName.of("worker-1"));
      }
      fewer(world, 1);
      try (ClusterSession session = world.cluster.session()) {
        assertThat(session.unconfigured(HurriedSessions.patiently(world.dialer())))
            .as("what the files no longer name is asked too")
            .containsExactlyInAnyOrder(NodeName.of("cp-1"), NodeName.of("worker-1"));
      }
      world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
      try (ClusterSession session = world.cluster.session()) {
        assertThat(session.unconfigured(HurriedSessions.patiently(world.dialer())))
            .containsExactly(NodeName.of("worker-1"));
      }
    }
  }
}
