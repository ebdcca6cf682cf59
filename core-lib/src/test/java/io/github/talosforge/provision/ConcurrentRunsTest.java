package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.simulator.Simulator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two and five runs at once, of one cluster and of several on the same hosts, while VMs are locked,
 * answers are late or get lost. Who loses says so in a sentence, the next run completes, and
 * nothing is there twice.
 */
@Tag("exhaustive")
@Timeout(120)
class ConcurrentRunsTest {
  private static final double TIME_SCALE = 0.01;

  private static final String FIVE =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1, HA}
        - {name: cp-2, controller: true, proxmox_node: pve2, HA}
        - {name: cp-3, controller: true, proxmox_node: pve3, HA}
        - {name: worker-1, proxmox_node: pve1, HA}
        - {name: worker-2, proxmox_node: pve2, HA}
      """;
  private static final String TWO =
      """
      nodes:
        - {name: NAME-cp-1, controller: true, proxmox_node: pve1, HA}
        - {name: NAME-worker-1, proxmox_node: pve2, HA}
      """;

  private static Simulator simulator() {
    return Simulator.builder().hosts(3).timeScale(TIME_SCALE).start();
  }

  private static SimulatedCluster cluster(Simulator simulator, boolean ha) {
    return with(new SimulatedCluster(simulator), FIVE, ha);
  }

  private static SimulatedCluster with(SimulatedCluster cluster, String nodes, boolean ha) {
    return cluster
        .storage(ha ? "ceph" : "local-zfs")
        .cluster(ha ? "anti_affinity: true\n" : "")
        .nodes(nodes.replace("HA", "ha: " + ha));
  }

  private static List<SimulatedCluster> clusters(Simulator simulator, int count, boolean ha) {
    return IntStream.range(0, count)
        .mapToObj(
            number ->
                with(
                    new SimulatedCluster(simulator)
                        .named("lab" + number, "0123456789abcde" + number)
                        .network("192.168." + (30 + number)),
                    TWO.replace("NAME", "lab" + number),
                    ha))
        .toList();
  }

  private static void completes(ApplyResult result) {
    assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
  }

  static Stream<Arguments> cases() {
    return EveryCase.of(
        Stream.of(RunTrouble.values())
            .flatMap(
                trouble ->
                    Stream.of(2, 5)
                        .flatMap(
                            runs ->
                                Stream.of(true, false)
                                    .map(ha -> Arguments.of(trouble, runs, ha)))));
  }

  @ParameterizedTest(name = "{0}, {1} runs, high availability: {2}")
  @MethodSource("cases")
  void runsOfOneClusterMakeEverythingOnce(RunTrouble trouble, int runs, boolean ha) {
    try (SimulatedCluster cluster = cluster(simulator(), ha)) {
      trouble.begin(cluster.simulator);
      new RunsAtOnce().provision(cluster, runs).meet();
      RunTrouble.end(cluster.simulator);

      completes(cluster.provision(true));
      isThereOnce(cluster, ha);
    }
  }

  private static void isThereOnce(SimulatedCluster cluster, boolean ha) {
    assertThat(cluster.nodes()).hasSize(5);
    assertThat(cluster.nodes().values())
        .allSatisfy(values -> assertThat(values).containsEntry("(running)", "true"));
    assertThat(cluster.templates()).doesNotHaveDuplicates().hasSize(ha ? 1 : 3);
    assertThat(cluster.simulator.world().ha().resources()).hasSize(ha ? 5 : 0);
    assertThat(cluster.simulator.world().ha().rules()).hasSize(ha ? 2 : 0);
    assertThat(cluster.simulator.inspect().orphans()).isEmpty();
    assertThat(cluster.plan().changes()).isEmpty();
  }

  @ParameterizedTest(name = "{0}, {1} clusters, high availability: {2}")
  @MethodSource("cases")
  void clustersOnTheSameHostsAllComeUp(RunTrouble trouble, int count, boolean ha) {
    try (SimulatedCluster any = cluster(simulator(), ha)) {
      List<SimulatedCluster> clusters = clusters(any.simulator, count, ha);
      trouble.begin(any.simulator);
      RunsAtOnce runs = new RunsAtOnce();
      clusters.forEach(cluster -> runs.provision(cluster, 1));
      runs.meet();
      RunTrouble.end(any.simulator);

      clusters.forEach(cluster -> completes(cluster.provision(true)));

      assertThat(any.nodes()).hasSize(2 * count);
      assertThat(any.simulator.world().ha().resources()).hasSize(ha ? 2 * count : 0);
      assertThat(any.simulator.inspect().orphans()).isEmpty();
      clusters.forEach(cluster -> assertThat(cluster.plan().changes()).isEmpty());
    }
  }

  @ParameterizedTest(name = "{0}, {1} runs, high availability: {2}")
  @MethodSource("cases")
  void runsThatDestroyOneClusterLeaveNothing(RunTrouble trouble, int runs, boolean ha) {
    try (SimulatedCluster cluster = cluster(simulator(), ha)) {
      completes(cluster.provision());
      trouble.begin(cluster.simulator);
      new RunsAtOnce().destroy(cluster, runs).meet();
      RunTrouble.end(cluster.simulator);

      completes(cluster.destroy());
      isGone(cluster);
    }
  }

  private static void isGone(SimulatedCluster cluster) {
    assertThat(cluster.nodes()).isEmpty();
    assertThat(cluster.simulator.world().ha().resources()).isEmpty();
    assertThat(cluster.simulator.world().ha().rules()).isEmpty();
    assertThat(cluster.simulator.inspect().orphans()).isEmpty();
  }

  /** One wants it gone, the others want it larger: whoever comes next gets what it wants. */
  @ParameterizedTest(name = "{0}, {1} runs, high availability: {2}")
  @MethodSource("cases")
  void aRunThatDestroysBesideOnesThatChangeLeavesNothingHalf(
      RunTrouble trouble, int runs, boolean ha) {
    try (SimulatedCluster cluster = cluster(simulator(), ha)) {
      completes(cluster.provision());
      cluster.nodes(FIVE.replace("HA", "vm_memory: 9000, ha: " + ha));
      trouble.begin(cluster.simulator);
      new RunsAtOnce().provision(cluster, runs - 1).destroy(cluster, 1).meet();
      RunTrouble.end(cluster.simulator);

      completes(cluster.provision(true));
      isThereOnce(cluster, ha);
      completes(cluster.destroy());
      isGone(cluster);
    }
  }

  @ParameterizedTest(name = "{0}, {1} clusters, high availability: {2}")
  @MethodSource("cases")
  void aClusterIsDestroyedBesideOthersThatComeUp(RunTrouble trouble, int count, boolean ha) {
    try (SimulatedCluster gone = cluster(simulator(), ha)) {
      completes(gone.provision());
      List<SimulatedCluster> clusters = clusters(gone.simulator, count, ha);
      trouble.begin(gone.simulator);
      RunsAtOnce runs = new RunsAtOnce().destroy(gone, 1);
      clusters.forEach(cluster -> runs.provision(cluster, 1));
      runs.meet();
      RunTrouble.end(gone.simulator);

      completes(gone.destroy());
      clusters.forEach(cluster -> completes(cluster.provision(true)));

      assertThat(gone.nodes().keySet()).hasSize(2 * count).allMatch(name -> name.contains(" lab"));
      assertThat(gone.simulator.inspect().orphans()).isEmpty();
    }
  }
}
