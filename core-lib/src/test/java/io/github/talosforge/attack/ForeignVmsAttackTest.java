package io.github.talosforge.attack;

import static io.github.talosforge.attack.AttackedCluster.FOREIGN;
import static io.github.talosforge.attack.AttackedCluster.WORKER;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.Severity;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.inspect.Checkpoint;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a foreign VM looks like, nothing that writes touches it or its disks. What is said of
 * it, and by which verbs is in the table: findings' codes without {@code TF-}, with {@code !} where
 * one stops the plan. Verbs that are not in an attack's line say nothing of it.
 */
class ForeignVmsAttackTest {
  @TempDir Path folder;

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "foreign-vms.csv", delimiter = '=')
  void foreignVmStaysAsItIs(Attack attack, String expected) {
    Map<String, List<Verb>> said = new LinkedHashMap<>();
    AttackedCluster attacked = attack.prepared();
    try {
      Looks.at(attacked, folder, attack.toString());
      for (Verb verb : Verb.values()) {
        Plan plan = verb.plan(attacked);
        said.computeIfAbsent(said(plan, attacked.foreign()), words -> new ArrayList<>()).add(verb);
        if (!plan.isBlocked() && !plan.changes().isEmpty()) {
          tryOut(attacked, plan, attack + " × " + verb);
          attacked.close();
          attacked = attack.prepared();
        }
      }
    } finally {
      attacked.close();
    }

    assertThat(inWords(said)).isEqualTo(expected);
  }

  /**
   * What was begun a second time while the node was out of sight costs neither its VM nor a disk.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"DESTROY", "DESTROY_NODE", "DESTROY_DATA"})
  void whatNeverStartedCostsNoRunningNode(Verb verb) {
    try (AttackedCluster attacked = AttackedCluster.start().copyTemplate().begun("worker-2")) {
      VmState before = attacked.cluster.simulator.inspect().vm(WORKER).orElseThrow();
      Plan plan = verb.plan(attacked);
      if (!plan.isBlocked()) {
        assertThat(applied(attacked, plan)).isEmpty();
      }
      VmState after = attacked.cluster.simulator.inspect().vm(WORKER).orElseThrow();
      assertThat(after.running()).isTrue();
      assertThat(after.config().get("smbios1")).isEqualTo(before.config().get("smbios1"));
      assertThat(attacked.cluster.simulator.inspect().vm(FOREIGN).isEmpty())
          .as("is it retired?")
          .isEqualTo(verb == Verb.LEFTOVERS);
    }
  }

  private static String inWords(Map<String, List<Verb>> said) {
    return said.entrySet().stream()
        .filter(entry -> !entry.getKey().isEmpty())
        .map(
            entry ->
                entry.getKey()
                    + ": "
                    + entry.getValue().stream().map(Verb::name).collect(Collectors.joining(" ")))
        .collect(Collectors.joining("; "));
  }

  private static void tryOut(AttackedCluster attacked, Plan plan, String what) {
    Checkpoint before = attacked.cluster.simulator.inspect().checkpoint();
    long mark = attacked.cluster.simulator.journal().count();

    assertThat(applied(attacked, plan)).as(what).isEmpty();

    Simulator simulator = attacked.cluster.simulator;
    assertThat(simulator.inspect().changesSince(before).leftAlone(attacked.foreign()))
        .as("%s: is it as it was?", what)
        .isTrue();
    assertThat(simulator.journal().since(mark))
        .as("%s: did nobody try?", what)
        .noneMatch(call -> call.isWrite() && isOf(call, attacked.foreign()));
  }

  private static List<String> applied(AttackedCluster attacked, Plan plan) {
    try (ClusterSession session = attacked.cluster.session()) {
      ApplyResult result = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
      return result.outcomes().stream()
          .flatMap(
              outcome -> outcome.reason().map(why -> outcome.change().id() + ": " + why).stream())
          .toList();
    }
  }

  static boolean isOf(RecordedCall call, Set<Integer> vms) {
    return vms.stream().anyMatch(id -> call.path().matches(".*/qemu/" + id + "(/.*)?"));
  }

  private static String said(Plan plan, Set<Integer> vms) {
    Pattern named =
        Pattern.compile(
            vms.stream().map(String::valueOf).collect(Collectors.joining("|", "\\b(", ")\\b")));
    Set<String> words = new TreeSet<>();
    for (Finding finding : plan.findings().findings()) {
      boolean error = finding.severity() == Severity.ERROR;
      if (error || named.matcher(finding.message()).find()) {
        words.add((error ? "!" : "") + finding.code().replace("TF-", ""));
      }
    }
    return String.join(" ", words);
  }
}
