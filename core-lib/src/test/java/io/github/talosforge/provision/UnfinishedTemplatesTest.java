package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.journal.ChangeWords;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.plan.RemoveTemplate;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Task;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A build that died is found by whoever began it, and nobody else touches it. */
class UnfinishedTemplatesTest {
  private static final String CONFIGURE = "/nodes/{node}/qemu/{vmid}/config";
  private static final String CONVERT = "/nodes/{node}/qemu/{vmid}/template";
  private static final int BUILD = 9000;
  private static final String ONE_NODE =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
      """;

  /** A build of 1.12.3 died at a call, and the files ask for 1.12.4 now. */
  private static SimulatedCluster afterADeadBuild(String call) {
    SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE_NODE).talos("1.12.3");
    cluster
        .simulator
        .faults()
        .add(
            FaultRule.on(new CallPattern(null, call, true, BUILD, null))
                .failsBefore(403, "Permission check failed"));
    assertThat(cluster.provision().complete()).isFalse();
    cluster.simulator.faults().clear();
    assertThat(cluster.templates()).isEmpty();
    assertThat(cluster.talos("1.12.4").provision().complete()).isTrue();
    assertThat(config(cluster)).containsKey("description");
    return cluster;
  }

  private static Map<String, String> config(SimulatedCluster cluster) {
    return cluster.simulator.inspect().vm(BUILD).orElseThrow().config();
  }

  private static void old(SimulatedCluster cluster, int id) {
    cluster.edit(id, vm -> vm.config().put("meta", "creation-qemu=9.2.0,ctime=1700000000"));
  }

  private static Plan leftovers(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      return session.planLeftovers();
    }
  }

  private static List<String> named(Plan plan) {
    return plan.findings().findings().stream()
        .filter(finding -> finding.code().equals(PlanFinding.TEMPLATE_UNFINISHED.code()))
        .map(finding -> finding.message() + " " + finding.suggestion())
        .toList();
  }

  private static void isOnlyNamed(SimulatedCluster cluster, String... words) {
    Plan plan = leftovers(cluster);
    assertThat(plan.changes()).isEmpty();
    assertThat(named(plan)).singleElement().asString().contains(words);
  }

  @Test
  void buildOfThisClusterThatNobodyFinishesIsRemoved() {
    for (String call : List.of(CONFIGURE, CONVERT)) {
      try (SimulatedCluster cluster = afterADeadBuild(call)) {
        old(cluster, BUILD);

        Plan plan = leftovers(cluster);

        assertThat(plan.changes()).singleElement().isInstanceOf(RemoveTemplate.class);
        assertThat(ChangeWords.of(plan.changes().get(0)))
            .isEqualTo("unfinished template 9000: remove from pve1");
        assertThat(PlanText.render(plan, false))
            .contains("- unfinished template talos-v1.12.3-", "(VM 9000) on pve1");
        assertThat(cluster.planCleaning(0, false).changes(RemoveTemplate.class))
            .as("cleanTemplates knows finished ones only")
            .allMatch(change -> change.vmId().value() != BUILD);
        ApplyResult result = cluster.apply(plan);
        assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
        assertThat(cluster.simulator.inspect().vm(BUILD)).isEmpty();
        assertThat(cluster.simulator.inspect().orphans()).isEmpty();
        assertThat(cluster.templates()).hasSize(1);
        assertThat(cluster.plan().changes()).isEmpty();
        assertThat(leftovers(cluster).changes()).isEmpty();
      }
    }
  }

  @Test
  void buildThatSomebodyCanStillBeAtIsOnlyNamed() {
    try (SimulatedCluster cluster = afterADeadBuild(CONFIGURE)) {
      isOnlyNamed(cluster, "VM 9000 'talos-v1.12.3-", "A run can still be building it");

      old(cluster, BUILD);
      String upid = "UPID:pve1:00001234:0000ABCD:6720A0B0:qmtemplate:9000:root@pam:";
      Task task =
          new Task(
              new Task.Saved(
                  upid,
                  "pve1",
                  4660,
                  43981,
                  1730191536,
                  "qmtemplate",
                  "9000",
                  "root@pam",
                  List.of(),
                  null,
                  0));
      cluster.simulator.world().tasks().put(upid, task);
      isOnlyNamed(cluster, "Look again when what runs on it has ended", upid);
      cluster.simulator.world().tasks().remove(upid);

      cluster.edit(BUILD, vm -> vm.config().put("lock", "backup"));
      isOnlyNamed(cluster, "It is locked (backup)", "qm unlock 9000");
      cluster.edit(BUILD, vm -> vm.config().remove("lock"));

      cluster.edit(BUILD, vm -> vm.config().put("protection", "1"));
      isOnlyNamed(cluster, "It is protected");
      cluster.edit(BUILD, vm -> vm.config().remove("protection"));

      assertThat(leftovers(cluster).changes()).hasSize(1);
    }
  }

  @Test
  void anotherClustersBuildIsOnlyNamed() {
    try (SimulatedCluster cluster = afterADeadBuild(CONFIGURE)) {
      old(cluster, BUILD);
      SimulatedCluster other =
          new SimulatedCluster(cluster.simulator)
              .named("other", "fedcba9876543210")
              .network("192.168.23")
              .nodes(ONE_NODE.replace("cp-1", "other-1"));

      isOnlyNamed(
          other,
          "The cluster with the uid 0123456789abcdef began it",
          "removeLeftovers there removes it",
          "qm destroy 9000");
      assertThat(leftovers(cluster).changes()).as("its own").hasSize(1);
    }
  }

  @Test
  void buildWithoutABuilderAndACopyAreOnlyNamed() {
    try (SimulatedCluster cluster = afterADeadBuild(CONFIGURE)) {
      old(cluster, BUILD);
      Map<String, String> copy = new TreeMap<>(config(cluster));
      copy.keySet().removeIf(key -> key.startsWith("scsi") || key.startsWith("efi"));
      cluster.simulator.world().vms().remove(BUILD);
      cluster.stranger(9777, "pve1", copy);
      isOnlyNamed(cluster, "VM 9777", "Nothing shows which cluster began it", "qm destroy 9777");

      copy.put("description", copy.get("description").lines().findFirst().orElseThrow());
      cluster.stranger(9777, "pve1", copy);
      isOnlyNamed(cluster, "VM 9777", "Nothing shows which cluster began it");

      copy.put("tags", "mine");
      cluster.stranger(9777, "pve1", copy);
      assertThat(named(leftovers(cluster))).as("somebody made it his own").isEmpty();
    }
  }

  @Test
  void buildThatTheFilesAskForWaitsForTheNextRun() {
    try (SimulatedCluster cluster = afterADeadBuild(CONFIGURE)) {
      old(cluster, BUILD);
      cluster.talos("1.12.3");

      isOnlyNamed(cluster, "The next run that needs it finishes it");

      cluster.nodes(ONE_NODE + "  - {name: worker-1, proxmox_node: pve1}\n");
      assertThat(cluster.provision().complete()).isTrue();
      assertThat(config(cluster)).containsEntry("template", "1");
    }
  }

  @Test
  void buildThatIsFinishedAfterThePlanStays() {
    try (SimulatedCluster cluster = afterADeadBuild(CONVERT)) {
      old(cluster, BUILD);
      Plan plan = leftovers(cluster);
      cluster.edit(BUILD, vm -> vm.config().put("template", "1"));
      long mark = cluster.simulator.journal().count();

      ApplyResult result = cluster.apply(plan);

      assertThat(result.ended(Outcome.Ending.FAILED))
          .singleElement()
          .satisfies(
              failed ->
                  assertThat(failed.reason().orElseThrow())
                      .contains("is not the unfinished template", "was not touched"));
      assertThat(cluster.simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
    }
  }

  @Test
  void buildThatShowsNothingButItsLockIsNamedWithTheCommandForRoot() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE_NODE)) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.stranger(9005, "pve2", Map.of("lock", "create"));

      isOnlyNamed(cluster, "9005", "the lock of its creation", "qm unlock 9005 && qm destroy 9005");
    }
  }

  @Test
  void finishedTemplateWithoutABuilderIsNeitherClonedNorRemoved() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE_NODE)) {
      assertThat(cluster.provision().complete()).isTrue();
      assertThat(config(cluster).get("description").lines())
          .hasSize(2)
          .last()
          .isEqualTo("talosforge: builder=0123456789abcdef vm=9000");
      cluster.edit(
          BUILD,
          vm ->
              vm.config()
                  .put(
                      "description",
                      vm.config().get("description").lines().findFirst().orElseThrow()));

      cluster.nodes(ONE_NODE + "  - {name: worker-1, proxmox_node: pve1}\n");
      assertThat(cluster.provision().complete()).isTrue();

      assertThat(cluster.templates())
          .as("one that is provably ours was built beside it")
          .hasSize(2);
      Plan cleaning = cluster.planCleaning(0, false);
      assertThat(cleaning.changes(RemoveTemplate.class))
          .singleElement()
          .matches(change -> change.vmId().value() != BUILD);
      assertThat(cleaning.findings().withCode("TF-TEMPLATE-UNPROVEN"))
          .singleElement()
          .satisfies(
              finding ->
                  assertThat(finding.message() + finding.suggestion())
                      .contains("template 9000", "do not say", "qm destroy 9000 --purge 1"));
      assertThat(named(leftovers(cluster))).isEmpty();
    }
  }
}
