package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.health.CheckResult;
import io.github.talosforge.health.HealthCheck;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.proxmox.VmDeletion;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two of three control planes are lost: no waiting helps, and the third has the only data. */
class LostQuorumTest {
  private static final String SENTENCE =
      "etcd has lost its quorum: of its members only cp-1 can be heard, and gone are cp-2, cp-3.";

  /** Long enough for the machine that is left to be heard. */
  private static final TalosOptions OPTIONS =
      TalosOptions.defaults().withPatience(Duration.ofMinutes(2));

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bootstrapSaysWhichMembersAreGoneAndWhatIsLeft(boolean madeAnew) {
    try (TalosWorld world = lost(madeAnew)) {
      if (madeAnew) {
        world.provisioned();
      }

      TalosFlowException told =
          world.talos(
              talos ->
                  catchThrowableOfType(
                      TalosFlowException.class, () -> talos.bootstrap(OPTIONS, TalosLog.SILENT)));

      assertThat(told.getMessage())
          .startsWith(SENTENCE)
          .contains("neither reset nor destroy cp-1")
          .doesNotContain("console");
      assertThat(told.lastSeen().keySet())
          .containsAll(List.of(NodeName.of("cp-2"), NodeName.of("cp-3")));
    }
  }

  /** The members that are gone never were in these files, and the one that is left booted anew. */
  @Test
  void bootstrapSaysThatNobodyLeadsWhereMembersAreNotInTheFiles() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0).provisioned()) {
      world.talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT));
      DeadMembersTest.add(world, new EtcdCluster.Member(0xdeadL, "cp-2", "192.168.22.98", false));
      world.trouble("cp-1", Trouble.REBOOTS, true);

      TalosFlowException told =
          world.talos(
              talos ->
                  catchThrowableOfType(
                      TalosFlowException.class,
                      () -> talos.bootstrap(HurriedSessions.IMPATIENT, TalosLog.SILENT)));

      assertThat(told.getMessage())
          .startsWith("etcd has no leader: ")
          .contains("are no control planes of the files", "cp-1: Talos: booting")
          .doesNotContain("console");
    }
  }

  @Test
  void healthSaysSoFirst() {
    try (TalosWorld world = lost(false)) {
      CheckResult failed = world.talos(TalosSession::health).firstFailure().orElseThrow();

      assertThat(failed.check()).isEqualTo(HealthCheck.ETCD_HEALTHY);
      assertThat(failed.message()).startsWith(SENTENCE).contains("neither reset nor destroy cp-1");
    }
  }

  @Test
  void noControlPlaneIsStoppedAndTheReasonIsSaid() {
    try (TalosWorld world = lost(false)) {
      TalosFlowException told =
          refused(
              world,
              "cp-1",
              (talos, ends) ->
                  talos.restartCare(OPTIONS, TalosLog.SILENT).letGo(ends.get(0).vm(), () -> false));

      assertThat(told.getMessage()).startsWith("cp-1 is not stopped, because etcd is not well:");
      assertThat(told.lastSeen().get(NodeName.of("cp-1"))).startsWith(SENTENCE);
    }
  }

  @Test
  void noneLeavesAndTheReasonIsSaid() {
    try (TalosWorld world = lost(false)) {
      TalosFlowException told =
          refused(
              world,
              "cp-3",
              (talos, ends) ->
                  talos.departure(OPTIONS, TalosLog.SILENT).prepare(ends, () -> {}, () -> false));

      assertThat(told.getMessage())
          .startsWith(SENTENCE)
          .contains("Nobody tells the members of etcd.");
    }
  }

  private static TalosFlowException refused(
      TalosWorld world, String node, BiConsumer<TalosSession, List<DestroyVm>> work) {
    try (ClusterSession session = world.cluster.session()) {
      Plan plan = session.planDestruction(new NodeSelection(List.of(node), List.of()), false);
      TalosSession talos = HurriedSessions.talos(session, TalosWorld.SECRETS, world.dialer());
      return catchThrowableOfType(
          TalosFlowException.class, () -> work.accept(talos, plan.changes(DestroyVm.class)));
    }
  }

  private static TalosWorld lost(boolean forEver) {
    TalosWorld world = new TalosWorld("1.12.4", 3, 0).provisioned();
    assertThat(
            world
                .talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT))
                .health()
                .healthy())
        .isTrue();
    lose(world, "cp-2", forEver);
    lose(world, "cp-3", forEver);
    return world;
  }

  private static void lose(TalosWorld world, String node, boolean forEver) {
    VmState vm = world.simulator.inspect().vm(world.vm(node)).orElseThrow();
    try (ProxmoxClient root = world.cluster.root()) {
      TaskResult off = root.vm(vm.host(), vm.id()).stop(() -> {}).await(Duration.ofMinutes(1));
      assertThat(off.hasWarnings()).isFalse();
      if (forEver) {
        TaskResult unused =
            root.vm(vm.host(), vm.id())
                .delete(VmDeletion.complete(), () -> {})
                .await(Duration.ofMinutes(1));
      }
    }
  }
}
