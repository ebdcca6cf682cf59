package io.github.talosforge.provision;

import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.simulator.Simulator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two and five runs at once, of one cluster and of several on the same hosts, with high
 * availability or with data VMs, while VMs are locked, answers are late or get lost. Who loses says
 * so in a sentence, the next run completes, and nothing is there twice.
 */
@Tag("exhaustive")
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

  /** What each data VM of these clusters keeps: EPHEMERAL and two volumes. */
  private static final int VOLUMES = 3;

  private enum Sort {
    PLAIN(""),
    HIGHLY_AVAILABLE("anti_affinity: true\n"),
    WITH_DATA_VMS(DataVmTest.DATA);

    private final String lines;

    Sort(String lines) {
      this.lines = lines;
    }

    private String ha() {
      return "ha: " + (this == HIGHLY_AVAILABLE);
    }
  }

  private static Simulator simulator() {
    Simulator simulator = Simulator.builder().hosts(3).timeScale(TIME_SCALE).start();
    // Beside the calls, durations are short: by the clock no list would be old.
    simulator.interventions().seedNews(1);
    return simulator;
  }

  private static SimulatedCluster cluster(Simulator simulator, Sort sort) {
    return with(new SimulatedCluster(simulator), FIVE, sort);
  }

  private static SimulatedCluster with(SimulatedCluster cluster, String nodes, Sort sort) {
    return cluster
        .storage(sort == Sort.HIGHLY_AVAILABLE ? "ceph" : "local-zfs")
        .cluster(sort.lines)
        .nodes(nodes.replace("HA", sort.ha()));
  }

  private static List<SimulatedCluster> clusters(Simulator simulator, int count, Sort sort) {
    return IntStream.range(0, count)
        .mapToObj(
            number ->
                with(
                    new SimulatedCluster(simulator)
                        .named("lab" + number, "0123456789abcde" + number)
                        .network("192.168." + (30 + number)),
                    TWO.replace("NAME", "lab" + number),
                    sort))
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
                                Stream.of(Sort.values())
                                    .map(sort -> Arguments.of(trouble, runs, sort)))));
  }

  @ParameterizedTest(name = "{0}, {1} runs, {2}")
  @MethodSource("cases")
  void runsOfOneClusterMakeEverythingOnce(RunTrouble trouble, int runs, Sort sort) {
    try (SimulatedCluster cluster = cluster(simulator(), sort)) {
      trouble.begin(cluster.simulator);
      new RunsAtOnce().provision(cluster, runs).meet();
      RunTrouble.end(cluster.simulator);

      completes(cluster.provision(true));
      isThereOnce(cluster, sort);
    }
  }

  /** Returns the VMs that run; all others are those that keep data. */
  private static List<String> running(SimulatedCluster cluster) {
    Map<Boolean, List<String>> byPower =
        cluster.nodes().entrySet().stream()
            .collect(
                partitioningBy(
                    vm -> "true".equals(vm.getValue().get("(running)")),
                    mapping(Map.Entry::getKey, toList())));
    assertThat(byPower.get(false)).allMatch(name -> name.endsWith("-data"));
    return byPower.get(true);
  }

  private static void keepsItsDataOnce(SimulatedCluster cluster, Sort sort, int nodes) {
    int keepers = sort == Sort.WITH_DATA_VMS ? nodes : 0;
    assertThat(cluster.nodes().keySet())
        .filteredOn(name -> name.endsWith("-data"))
        .hasSize(keepers);
    assertThat(InterruptedDataVmTest.dataVolumes(cluster))
        .doesNotHaveDuplicates()
        .hasSize(keepers * VOLUMES);
  }

  private static void isThereOnce(SimulatedCluster cluster, Sort sort) {
    boolean ha = sort == Sort.HIGHLY_AVAILABLE;
    assertThat(running(cluster)).hasSize(5);
    keepsItsDataOnce(cluster, sort, 5);
    assertThat(cluster.templates()).doesNotHaveDuplicates().hasSize(ha ? 1 : 3);
    assertThat(cluster.simulator.world().ha().resources()).hasSize(ha ? 5 : 0);
    assertThat(cluster.simulator.world().ha().rules()).hasSize(ha ? 2 : 0);
    assertThat(cluster.simulator.inspect().orphans()).isEmpty();
    assertThat(cluster.plan().changes()).isEmpty();
  }

  @ParameterizedTest(name = "{0}, {1} clusters, {2}")
  @MethodSource("cases")
  void clustersOnTheSameHostsAllComeUp(RunTrouble trouble, int count, Sort sort) {
    try (SimulatedCluster any = cluster(simulator(), sort)) {
      List<SimulatedCluster> clusters = clusters(any.simulator, count, sort);
      trouble.begin(any.simulator);
      RunsAtOnce runs = new RunsAtOnce();
      clusters.forEach(cluster -> runs.provision(cluster, 1));
      runs.meet();
      RunTrouble.end(any.simulator);

      clusters.forEach(cluster -> completes(cluster.provision(true)));

      assertThat(running(any)).hasSize(2 * count);
      keepsItsDataOnce(any, sort, 2 * count);
      assertThat(any.simulator.world().ha().resources())
          .hasSize(sort == Sort.HIGHLY_AVAILABLE ? 2 * count : 0);
      assertThat(any.simulator.inspect().orphans()).isEmpty();
      clusters.forEach(cluster -> assertThat(cluster.plan().changes()).isEmpty());
    }
  }

  @ParameterizedTest(name = "{0}, {1} runs, {2}")
  @MethodSource("cases")
  void runsThatDestroyOneClusterLeaveNothing(RunTrouble trouble, int runs, Sort sort) {
    try (SimulatedCluster cluster = cluster(simulator(), sort)) {
      completes(cluster.provision());
      trouble.begin(cluster.simulator);
      new RunsAtOnce().destroy(cluster, runs).meet();
      RunTrouble.end(cluster.simulator);

      completes(cluster.destroy());
      isGone(cluster, sort);
    }
  }

  private static void isGone(SimulatedCluster cluster, Sort sort) {
    assertThat(running(cluster)).isEmpty();
    keepsItsDataOnce(cluster, sort, 5);
    assertThat(cluster.simulator.world().ha().resources()).isEmpty();
    assertThat(cluster.simulator.world().ha().rules()).isEmpty();
    assertThat(cluster.simulator.inspect().orphans()).isEmpty();
  }

  /** One wants it gone, the others want it larger: whoever comes next gets what it wants. */
  @ParameterizedTest(name = "{0}, {1} runs, {2}")
  @MethodSource("cases")
  void aRunThatDestroysBesideOnesThatChangeLeavesNothingHalf(
      RunTrouble trouble, int runs, Sort sort) {
    try (SimulatedCluster cluster = cluster(simulator(), sort)) {
      completes(cluster.provision());
      cluster.nodes(FIVE.replace("HA", "vm_memory: 9000, " + sort.ha()));
      trouble.begin(cluster.simulator);
      new RunsAtOnce().provision(cluster, runs - 1).destroy(cluster, 1).meet();
      RunTrouble.end(cluster.simulator);

      completes(cluster.provision(true));
      isThereOnce(cluster, sort);
      completes(cluster.destroy());
      isGone(cluster, sort);
    }
  }

  @ParameterizedTest(name = "{0}, {1} clusters, {2}")
  @MethodSource("cases")
  void aClusterIsDestroyedBesideOthersThatComeUp(RunTrouble trouble, int count, Sort sort) {
    try (SimulatedCluster gone = cluster(simulator(), sort)) {
      completes(gone.provision());
      List<SimulatedCluster> clusters = clusters(gone.simulator, count, sort);
      trouble.begin(gone.simulator);
      RunsAtOnce runs = new RunsAtOnce().destroy(gone, 1);
      clusters.forEach(cluster -> runs.provision(cluster, 1));
      runs.meet();
      RunTrouble.end(gone.simulator);

      completes(gone.destroy());
      clusters.forEach(cluster -> completes(cluster.provision(true)));

      assertThat(running(gone)).hasSize(2 * count).allMatch(name -> name.contains(" lab"));
      keepsItsDataOnce(gone, sort, 5 + 2 * count);
      assertThat(gone.simulator.inspect().orphans()).isEmpty();
    }
  }
}
