package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.Simulator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Five runs at once, of one cluster and of five on the same hosts, with locks and tasks. */
class ManyRunsTest {
  private static final int RUNS = 5;
  private static final String TWO =
      """
      nodes:
        - {name: NAME-cp-1, controller: true, proxmox_node: pve1}
        - {name: NAME-worker-1, proxmox_node: pve2}
      """;

  private static List<ApplyResult> atOnce(List<SimulatedCluster> clusters) {
    CyclicBarrier allHavePlanned = new CyclicBarrier(clusters.size());
    ExecutorService threads = Executors.newFixedThreadPool(clusters.size());
    try {
      return clusters.stream()
          .map(
              cluster -> CompletableFuture.supplyAsync(() -> run(cluster, allHavePlanned), threads))
          .toList()
          .stream()
          .map(CompletableFuture::join)
          .toList();
    } finally {
      threads.shutdown();
    }
  }

  private static ApplyResult run(SimulatedCluster cluster, CyclicBarrier allHavePlanned) {
    try (ClusterSession session = cluster.session()) {
      Plan plan = session.plan(NodeSelection.all(), false);
      allHavePlanned.await();
      return session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Who lost a race says so in a sentence. */
  private static void saysWhatHappened(ApplyResult result) {
    assertThat(result.outcomes())
        .filteredOn(outcome -> outcome.ending() == Outcome.Ending.FAILED)
        .allSatisfy(outcome -> assertThat(outcome.reason().orElse("")).endsWith("."));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.01})
  void fiveRunsOfOneClusterMakeEverythingOnce(double timeScale) {
    Simulator simulator = Simulator.builder().hosts(3).timeScale(timeScale).start();
    try (SimulatedCluster cluster = new SimulatedCluster(simulator)) {
      List<SimulatedCluster> same = IntStream.range(0, RUNS).mapToObj(run -> cluster).toList();

      assertThat(atOnce(same)).allSatisfy(ManyRunsTest::saysWhatHappened);

      assertThat(cluster.provision().complete()).isTrue();
      assertThat(cluster.nodes()).hasSize(5);
      assertThat(cluster.templates()).hasSize(3);
      assertThat(simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  /** All of them want the same next ids. */
  @Test
  void fiveClustersOnTheSameHostsAllComeUp() {
    Simulator simulator = Simulator.builder().hosts(3).timeScale(0.01).start();
    try (SimulatedCluster first = new SimulatedCluster(simulator)) {
      List<SimulatedCluster> clusters =
          IntStream.range(0, RUNS).mapToObj(number -> cluster(simulator, number)).toList();

      assertThat(atOnce(clusters)).allSatisfy(ManyRunsTest::saysWhatHappened);

      for (SimulatedCluster cluster : clusters) {
        assertThat(cluster.provision().complete()).isTrue();
        assertThat(cluster.plan().changes()).isEmpty();
      }
      assertThat(first.nodes()).hasSize(RUNS * 2);
      assertThat(simulator.inspect().orphans()).isEmpty();
    }
  }

  private static SimulatedCluster cluster(Simulator simulator, int number) {
    String name = "lab" + number;
    return new SimulatedCluster(simulator)
        .named(name, "0123456789abcde" + number)
        .network("192.168." + (30 + number))
        .nodes(TWO.replace("NAME", name));
  }
}
