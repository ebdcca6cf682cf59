package io.github.talosforge.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.rolling.RollingRestarts;
import io.github.talosforge.secrets.SecretsException;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What befalls a cluster whose nodes run: nobody's pods are cut off, and nobody is locked out. */
class LivingClusterAttackTest {
  private static final int CONTROL_PLANE = 2001;
  private static final TalosOptions OPTIONS =
      TalosOptions.defaults().withPatience(Duration.ofMinutes(5)).withReboots(true);

  @TempDir Path folder;

  /** An answer without kind and items shows nobody's pods. */
  @ParameterizedTest
  @CsvSource({
    "RESTART, /api/v1/nodes", "RESTART, /api/v1/pods",
    "DESTROY_NODE, /api/v1/nodes", "DESTROY_NODE, /api/v1/pods",
    "REBUILD, /api/v1/nodes", "REBUILD, /api/v1/pods",
  })
  void noNodeStopsOnAStrangeAnswer(Verb verb, String list) {
    try (AttackedCluster attacked = AttackedCluster.living()) {
      attacked
          .cluster
          .simulator
          .faults()
          .add(FaultRule.on(CallPattern.of("GET", list)).failsBefore(200, "all is well"));
      Set<Integer> before = running(attacked);
      long mark = attacked.cluster.simulator.journal().count();

      assertThat(problem(verb, attacked)).contains("was answered with a Status instead of a ");

      assertThat(running(attacked)).containsAll(before);
      assertThat(attacked.cluster.simulator.journal().since(mark))
          .filteredOn(RecordedCall::isWrite)
          .noneMatch(call -> call.path().matches(".*/status/(stop|shutdown|reboot|reset)"));
    }
  }

  private static Set<Integer> running(AttackedCluster attacked) {
    return attacked.cluster.simulator.inspect().vms().values().stream()
        .filter(VmState::running)
        .map(VmState::id)
        .collect(Collectors.toSet());
  }

  /** Carries a plan out as its task does, and returns what went wrong. */
  private static String problem(Verb verb, AttackedCluster attacked) {
    verb.edit(attacked);
    try (ClusterSession session = attacked.cluster.session()) {
      Plan plan = verb.plan(session);
      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      TalosSession talos = attacked.talos(session);
      RollingRestarts care = talos.restartCare(OPTIONS, TalosLog.SILENT);
      plan.changes(ReleaseDisks.class).stream()
          .filter(ReleaseDisks::running)
          .forEach(change -> care.letGo(change.vm(), () -> false));
      if (verb == Verb.DESTROY_NODE) {
        talos
            .departure(OPTIONS, TalosLog.SILENT)
            .prepare(plan.changes(DestroyVm.class), () -> {}, () -> false);
      }
      ApplyResult result = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT, care);
      return result.outcomes().stream()
          .flatMap(outcome -> outcome.reason().stream())
          .collect(Collectors.joining("; "));
    } catch (RuntimeException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Whatever was done before, what makes secrets makes none while a machine has some. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"DESTROY", "DESTROY_DATA"})
  void noNewSecretsAreMade(Verb verb) {
    SecretsFile file =
        SecretsFile.at(
            folder.resolve("secrets.yaml"), new SopsEnvironment(Map.of(), folder, "Linux"));
    try (AttackedCluster attacked = AttackedCluster.living()) {
      Plan plan = verb.plan(attacked);
      try (ClusterSession session = attacked.cluster.session()) {
        ApplyResult unused = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
        TalosOptions hasty = TalosOptions.defaults().withPatience(Duration.ZERO);

        assertThatThrownBy(
                () -> HurriedSessions.obtainSecrets(session, file, attacked.dialer(), hasty))
            .isInstanceOf(SecretsException.class)
            .hasMessageContaining("Nothing was written. Put the file back at " + folder);
      }
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aDeadMemberOfEtcdIsSeenByWhateverLooks() {
    try (AttackedCluster attacked = AttackedCluster.living()) {
      String own = attacked.cluster.simulator.talos().addresses(CONTROL_PLANE).get(0);
      attacked
          .cluster
          .simulator
          .world()
          .locked(
              () -> {
                Machine machine =
                    attacked.cluster.simulator.talos().machine(CONTROL_PLANE).orElseThrow();
                attacked
                    .cluster
                    .simulator
                    .talos()
                    .etcdOf(machine)
                    .orElseThrow()
                    .add(new EtcdCluster.Member(0xdeadL, "cp-1", own, false));
                return machine;
              });
      attacked.resetFiles();
      try (ClusterSession session = attacked.cluster.session()) {
        assertThat(attacked.talos(session).health().healthy()).isFalse();
      }
      assertThat(problem(Verb.RESTART, attacked)).isNotEmpty();
    }
  }
}
