package io.github.talosforge.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.secrets.SecretsException;
import io.github.talosforge.secrets.SecretsFile;
import io.github.talosforge.secrets.sops.SopsEnvironment;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What befalls a cluster whose nodes run: nobody's pods are cut off, and nobody is locked out. */
class LivingClusterAttackTest {
  @TempDir Path folder;

  /**
   * Who meets a plight says so, and nobody stops a node or gives its pods away. The table has who
   * says it; whoever does not, fails for another reason or does not meet it.
   */
  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "plights.csv", delimiter = '=')
  void whoMeetsItSaysItAndStopsNothing(Plight plight, String expected) {
    List<String> said = new ArrayList<>();
    AttackedCluster attacked = plight.befallen();
    try {
      for (Asking asking : Asking.values()) {
        if (asking.stops) {
          attacked.close();
          attacked = plight.befallen();
        }
        if (told(asking, attacked, plight + " × " + asking).contains(plight.words)) {
          said.add(asking.name());
        }
      }
    } finally {
      attacked.close();
    }
    assertThat(String.join(" ", said)).isEqualTo(expected);
  }

  private String told(Asking asking, AttackedCluster attacked, String what) {
    Set<Integer> before = running(attacked);
    long mark = attacked.cluster.simulator.journal().count();

    String told = asking.told(attacked, folder);

    assertThat(running(attacked)).as(what).containsAll(before);
    assertThat(attacked.cluster.simulator.journal().since(mark))
        .as(what)
        .filteredOn(RecordedCall::isWrite)
        .noneMatch(
            call -> call.path().matches(".*/(status/(stop|shutdown|reboot|reset)|eviction)"));
    return told;
  }

  private static Set<Integer> running(AttackedCluster attacked) {
    return attacked.cluster.simulator.inspect().vms().values().stream()
        .filter(VmState::running)
        .map(VmState::id)
        .collect(Collectors.toSet());
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
}
