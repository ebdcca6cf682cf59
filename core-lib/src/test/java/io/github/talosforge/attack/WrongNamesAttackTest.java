package io.github.talosforge.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is asked for under a wrong name, of a node or of the cluster, ends with a sentence. */
class WrongNamesAttackTest {
  static Stream<Verb> verbs() {
    return Stream.of(Verb.values()).filter(verb -> verb.takesNodes);
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void isRefused(Verb verb) {
    try (AttackedCluster attacked = AttackedCluster.start()) {
      verb.edit(attacked);
      long before = attacked.cluster.simulator.journal().count();

      Plan typo = verb.plan(attacked, Verb.only("wroker-1"));
      assertThat(typo.isBlocked()).as(typo.findings().render()).isTrue();
      assertThat(typo.changes()).isEmpty();
      assertThat(typo.findings().render()).contains("wroker-1");

      attacked.cluster.named("renamed", "0123456789abcdef");
      Plan renamed = verb.plan(attacked, Verb.only("worker-1"));
      assertThat(renamed.isBlocked()).as(renamed.findings().render()).isTrue();
      assertThat(renamed.findings().render()).contains("worker-1");

      assertThat(attacked.cluster.simulator.journal().since(before))
          .noneMatch(RecordedCall::isWrite);
    }
  }

  /** Nobody names a node; the cluster's VMs are there under its old name. Templates have none. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CLEAN", "CLEAN_ALL", "LEFTOVERS"})
  void aRenamedClusterIsNotTakenForAnEmptyOne(Verb verb) {
    try (AttackedCluster attacked = AttackedCluster.start()) {
      verb.edit(attacked);
      attacked.cluster.named("renamed", "0123456789abcdef");
      Plan plan = verb.plan(attacked, NodeSelection.all());
      assertThat(plan.isBlocked()).as(plan.findings().render()).isTrue();
    }
  }
}
