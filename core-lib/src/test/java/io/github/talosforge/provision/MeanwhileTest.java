package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.inspect.Checkpoint;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Broadcasts.VmFigures;
import io.github.talosforge.simulator.world.ManualTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The world changes between a plan and its changes. Every run ends in the right state or with a
 * sentence that names cause and next step; nothing is made twice, nothing is left over, and nobody
 * else's VM is touched.
 */
class MeanwhileTest {
  private static final String CLONE = "/nodes/{node}/qemu/{vmid}/clone";
  private static final String TWO =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
        - {name: worker-1, proxmox_node: pve2}
      """;
  private static final String MORE_MEMORY = TWO.replace("pve2}", "pve2, vm_memory: 12000}");

  private static SimulatedCluster two() {
    return SimulatedCluster.start().nodes(TWO);
  }

  private static void completesWithTheNextRun(SimulatedCluster cluster) {
    ApplyResult next = cluster.provision();
    assertThat(next.complete()).as(reasons(next).toString()).isTrue();
    assertThat(cluster.simulator.inspect().orphans()).isEmpty();
    assertThat(cluster.plan().changes()).isEmpty();
    assertThat(cluster.nodes().values())
        .filteredOn(values -> values.getOrDefault("tags", "").contains("talosforge-demo"))
        .allSatisfy(values -> assertThat(values).containsEntry("(running)", "true"));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01})
  void twoRunsAtOnceMakeEverythingOnce(double timeScale) {
    Simulator simulator = Simulator.builder().hosts(3).timeScale(timeScale).start();
    try (SimulatedCluster cluster = new SimulatedCluster(simulator)) {
      CyclicBarrier bothHavePlanned = new CyclicBarrier(2);
      List<CompletableFuture<ApplyResult>> runs =
          Stream.of(1, 2)
              .map(run -> CompletableFuture.supplyAsync(() -> run(cluster, bothHavePlanned)))
              .toList();
      List<ApplyResult> results = runs.stream().map(CompletableFuture::join).toList();

      assertThat(results)
          .allSatisfy(
              result -> assertThat(result.complete()).as(reasons(result).toString()).isTrue());
      assertThat(cluster.nodes()).hasSize(5);
      assertThat(cluster.templates()).hasSize(3);
      completesWithTheNextRun(cluster);
    }
  }

  private static ApplyResult run(SimulatedCluster cluster, CyclicBarrier bothHavePlanned) {
    try (ClusterSession session = cluster.session()) {
      Plan plan = session.plan(NodeSelection.all(), false);
      bothHavePlanned.await();
      return session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anIdThatSomebodyElseTookIsLeftToThem() {
    try (SimulatedCluster cluster = two()) {
      Plan plan = cluster.plan();
      int id = plan.changes(CreateVm.class).get(0).vm().vmId().value();
      cluster.stranger(id, "pve3", Map.of("name", "mail", "memory", "512"));
      Checkpoint before = cluster.simulator.inspect().checkpoint();

      ApplyResult result = cluster.apply(plan);

      assertThat(reasons(result))
          .singleElement()
          .asString()
          .contains("The id " + id + " of node cp-1 was taken meanwhile by 'mail' on pve3")
          .contains("Plan again");
      assertThat(cluster.simulator.inspect().changesSince(before).leftAlone(List.of(id))).isTrue();
      completesWithTheNextRun(cluster);
      assertThat(cluster.nodes()).hasSize(3).containsKey(id + " mail");
      assertThat(cluster.simulator.inspect().changesSince(before).leftAlone(List.of(id))).isTrue();
    }
  }

  @Test
  void aTemplatesIdThatSomebodyElseTookIsLeftToThem() {
    try (SimulatedCluster cluster = two()) {
      Plan plan = cluster.plan();
      cluster.stranger(9000, "pve1", Map.of("name", "golden"));
      Checkpoint before = cluster.simulator.inspect().checkpoint();

      ApplyResult result = cluster.apply(plan);

      assertThat(result.complete()).as(reasons(result).toString()).isTrue();
      assertThat(cluster.templates()).hasSize(2);
      assertThat(cluster.simulator.inspect().changesSince(before).leftAlone(List.of(9000)))
          .isTrue();
      completesWithTheNextRun(cluster);
    }
  }

  @Test
  void aVmThatMovedIsChangedWhereItIs() {
    try (SimulatedCluster cluster = two()) {
      assertThat(cluster.provision().complete()).isTrue();
      Plan plan = cluster.nodes(MORE_MEMORY).plan();
      int id = plan.changes(ChangeConfiguration.class).get(0).vm().vmId().value();
      cluster.simulator.interventions().move(id, "pve3");

      ApplyResult result = cluster.apply(plan);

      assertThat(result.complete()).as(reasons(result).toString()).isTrue();
      VmState vm = cluster.simulator.inspect().vm(id).orElseThrow();
      assertThat(vm.host()).isEqualTo("pve3");
      assertThat(vm.pending()).containsEntry("memory", "12000");
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  @Test
  void aVmThatMovedIsDestroyedWhereItIs() {
    try (SimulatedCluster cluster = two()) {
      assertThat(cluster.provision().complete()).isTrue();
      try (ClusterSession session = cluster.session()) {
        Plan plan = session.planDestruction(NodeSelection.all(), false);
        cluster.simulator.interventions().move(3000, "pve3");
        ApplyResult result = session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);

        assertThat(result.complete()).as(reasons(result).toString()).isTrue();
      }
      assertThat(cluster.nodes()).isEmpty();
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
    }
  }

  @Test
  void aVmThatWasReplacedByAStrangersIsNotTouched() {
    try (SimulatedCluster cluster = two()) {
      assertThat(cluster.provision().complete()).isTrue();
      Plan plan = cluster.nodes(MORE_MEMORY).plan();
      int id = plan.changes(ChangeConfiguration.class).get(0).vm().vmId().value();
      cluster.stranger(id, "pve2", Map.of("name", "mail", "memory", "512"));
      long mark = cluster.simulator.journal().count();

      ApplyResult result = cluster.apply(plan);

      assertThat(reasons(result))
          .singleElement()
          .asString()
          .contains("VM " + id + " 'mail' does not show the marks of node worker-1 any more")
          .contains("plan again");
      assertThat(cluster.simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
    }
  }

  @Test
  void aVmThatSomebodyChangedIsNotOverwritten() {
    try (SimulatedCluster cluster = two()) {
      assertThat(cluster.provision().complete()).isTrue();
      Plan plan = cluster.nodes(MORE_MEMORY).plan();
      int id = plan.changes(ChangeConfiguration.class).get(0).vm().vmId().value();
      change(cluster, id, "balloon", "1024");
      long mark = cluster.simulator.journal().count();

      ApplyResult result = cluster.apply(plan);

      assertThat(reasons(result))
          .singleElement()
          .asString()
          .contains("was changed by somebody else since the plan was made", "Plan again");
      assertThat(cluster.simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
    }
  }

  @Test
  void aVmThatIsGoneIsNotLookedForByItsIdAlone() {
    try (SimulatedCluster cluster = two()) {
      assertThat(cluster.provision().complete()).isTrue();
      Plan plan = cluster.nodes(MORE_MEMORY).plan();
      int id = plan.changes(ChangeConfiguration.class).get(0).vm().vmId().value();
      cluster.simulator.world().locked(() -> cluster.simulator.world().vms().remove(id));

      assertThat(reasons(cluster.apply(plan)))
          .singleElement()
          .asString()
          .contains("of node worker-1 is gone", "Plan again");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "VM.Clone",
        "VM.Allocate",
        "VM.Config.Options",
        "VM.Config.Memory",
        "VM.Config.Network",
        "VM.Config.Disk",
        "VM.PowerMgmt",
        "Datastore.AllocateSpace",
        "Datastore.AllocateTemplate"
      })
  void aRightThatWasTakenAwayIsNamedAndTheNextRunGoesOnWithIt(String privilege) {
    try (SimulatedCluster cluster = two()) {
      cluster.as(Rights.everythingBut(cluster.simulator, "Realm.Allocate"));
      Plan plan = cluster.plan();
      assertThat(plan.isBlocked()).isFalse();
      cluster.simulator.access().deny(Rights.USER, "/", privilege);

      ApplyResult result = cluster.apply(plan);

      assertThat(result.complete()).isFalse();
      assertThat(result.ended(Outcome.Ending.FAILED))
          .isNotEmpty()
          .allSatisfy(
              failed ->
                  assertThat(failed.reason().orElseThrow())
                      .containsPattern("pveum.*" + privilege + "|Plan again: the missing one"));
      cluster.simulator.access().allow(Rights.USER, "/", privilege);
      completesWithTheNextRun(cluster);
      assertThat(cluster.nodes()).hasSize(2);
      assertThat(cluster.templates()).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "local-zfs"})
  void aStorageThatFillsUpIsNamedAndTheNextRunGoesOn(String storage) {
    try (SimulatedCluster cluster = two()) {
      Plan plan = cluster.plan();
      cluster.simulator.interventions().fill(storage);

      ApplyResult result = cluster.apply(plan);

      assertThat(result.ended(Outcome.Ending.FAILED)).isNotEmpty();
      assertThat(result).satisfies(MeanwhileTest::saysCauseAndNextStep);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      cluster.simulator.interventions().occupy(storage, 0);
      completesWithTheNextRun(cluster);
      assertThat(cluster.nodes()).hasSize(2);
      assertThat(cluster.templates()).hasSize(2);
    }
  }

  @Test
  void aStorageThatFillsUpHalfwayLeavesTheOthersAlone() {
    try (SimulatedCluster cluster = two()) {
      cluster
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("POST", CLONE).withHost("pve2"))
                  .goesWrong(new Fault.StorageFull("local-zfs")));

      ApplyResult result = cluster.provision();

      assertThat(result.complete()).isFalse();
      assertThat(result).satisfies(MeanwhileTest::saysCauseAndNextStep);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      cluster.simulator.faults().clear();
      cluster.simulator.interventions().occupy("local-zfs", 0);
      completesWithTheNextRun(cluster);
    }
  }

  /** Hosts tell each other names and states every ten seconds only; tags and locks are at once. */
  @ParameterizedTest
  @ValueSource(strings = {"unknown", "stopped"})
  void aListThatLagsBehindChangesNothing(String listed) {
    Simulator simulator =
        Simulator.builder().hosts(3).timeScale(0).time(new ManualTime(Instant.now())).start();
    try (SimulatedCluster cluster = new SimulatedCluster(simulator).nodes(TWO)) {
      assertThat(cluster.provision().complete()).isTrue();
      assertThat(cluster.plan().changes()).isEmpty();
      Optional<String> name = listed.equals("unknown") ? Optional.empty() : Optional.of("cp-1");
      VmFigures told =
          name.map(it -> new VmFigures(it, listed, false, 0, 4, 8L << 30, 100L << 30)).orElse(null);
      simulator.interventions().holdNews(true);
      simulator
          .world()
          .locked(
              () -> {
                simulator.world().broadcasts().show(2000, told);
                return true;
              });
      assertThat(listed(cluster, 2000)).isEqualTo(listed);
      long mark = simulator.journal().count();

      Plan plan = cluster.plan();

      assertThat(plan.changes()).isEmpty();
      assertThat(plan.isBlocked()).isFalse();
      assertThat(simulator.journal().since(mark)).noneMatch(RecordedCall::isWrite);
    }
  }

  private static String listed(SimulatedCluster cluster, int id) {
    try (ProxmoxClient root = cluster.root()) {
      return root.cluster().resources().stream()
          .filter(line -> line.vmId().isPresent() && line.vmId().getAsInt() == id)
          .findFirst()
          .flatMap(line -> line.status())
          .orElseThrow();
    }
  }

  private static void change(SimulatedCluster cluster, int id, String key, String value) {
    cluster.edit(id, vm -> vm.config().put(key, value));
  }

  /** The first line is the cause; what to do stands behind it. */
  private static void saysCauseAndNextStep(ApplyResult result) {
    assertThat(result.ended(Outcome.Ending.FAILED))
        .allSatisfy(
            failed ->
                assertThat(failed.reason().orElseThrow().lines().toList())
                    .as(failed.change().id().value())
                    .hasSizeGreaterThan(1));
  }

  private static List<String> reasons(ApplyResult result) {
    return result.ended(Outcome.Ending.FAILED).stream()
        .map(failed -> failed.reason().orElse(""))
        .toList();
  }
}
