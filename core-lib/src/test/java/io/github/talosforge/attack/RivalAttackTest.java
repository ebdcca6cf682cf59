package io.github.talosforge.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.provision.OddProxmox;
import io.github.talosforge.simulator.inspect.Checkpoint;
import io.github.talosforge.simulator.inspect.Inspection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Whatever a rival puts in the place of what was planned stays, and goes into nothing. The table
 * has the verbs that meet it and fail for it.
 */
class RivalAttackTest {
  private final AtomicBoolean came = new AtomicBoolean();
  private final AtomicReference<Checkpoint> before = new AtomicReference<>();
  private final AtomicLong mark = new AtomicLong();
  private final AtomicLong precious = new AtomicLong();

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "rivals.csv", delimiter = '=')
  void whatARivalMadeStays(Rival rival, String expected) {
    List<String> met = new ArrayList<>();
    for (Verb verb : Verb.values()) {
      try (AttackedCluster attacked = Rival.awaited()) {
        String chance = rival.name() + verb.name();
        attacked.cluster.simulator.interventions().seedNews(chance.hashCode());
        Plan plan = verb.plan(attacked);
        assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
        if (!plan.changes().isEmpty() && meets(rival, attacked, plan, rival + " × " + verb)) {
          met.add(verb.name());
        }
      }
    }
    assertThat(String.join(" ", met)).isEqualTo(expected);
  }

  private boolean meets(Rival rival, AttackedCluster attacked, Plan plan, String what) {
    came.set(false);
    if (rival.afterThePlan) {
      strike(rival, attacked);
    }
    ApplyResult result;
    try (OddProxmox proxmox = new OddProxmox(attacked.cluster.simulator)) {
      proxmox.change(
          (operation, number, answer) -> {
            String said = operation + " " + answer;
            if (!came.get() && rival.comes(attacked, said)) {
              strike(rival, attacked);
            }
            return answer;
          });
      result = proxmox.apply(attacked.cluster, plan);
    }
    if (came.get()) {
      stays(
          attacked,
          what
              + result.outcomes().stream()
                  .map(outcome -> "; " + outcome.change().id() + outcome.reason().orElse(""))
                  .collect(Collectors.joining()));
    }
    return came.get() && !result.ended(Outcome.Ending.FAILED).isEmpty();
  }

  private synchronized void strike(Rival rival, AttackedCluster attacked) {
    if (came.compareAndSet(false, true)) {
      rival.strike(attacked);
      before.set(attacked.cluster.simulator.inspect().checkpoint());
      mark.set(attacked.cluster.simulator.journal().count());
      precious.set(attacked.precious());
    }
  }

  private void stays(AttackedCluster attacked, String what) {
    Inspection now = attacked.cluster.simulator.inspect();
    assertThat(now.changesSince(before.get()).leftAlone(attacked.foreign())).as(what).isTrue();
    assertThat(attacked.freedThoughUsed()).as(what).isEmpty();
    assertThat(attacked.precious()).as(what).isEqualTo(precious.get());
    assertThat(attacked.cluster.simulator.journal().since(mark.get()))
        .as(what)
        .filteredOn(call -> call.isWrite() && call.status() == 200)
        // A stop can be on its way; a start that takes effect is among the changes.
        .filteredOn(call -> !call.path().contains("/status/"))
        .noneMatch(call -> ForeignVmsAttackTest.isOf(call, attacked.foreign()));
  }
}
