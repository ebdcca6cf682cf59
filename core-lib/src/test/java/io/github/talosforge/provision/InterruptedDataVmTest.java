package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that makes data VMs and ends after any of its writes is completed by the next one. */
class InterruptedDataVmTest {
  private static final Map<String, String> CLUSTERS =
      Map.of("one node", DataVmTest.ONE, "two nodes", DataVmTest.TWO);

  private static final String CHANGED =
      """
      allow_scheduling_on_control_planes: true
      data_vm: true
      ephemeral_size: 12G
      volumes: {aaa: {type: disk, size: 2G}, logs: {type: disk, size: 3G}}
      """;

  /** What a run that nobody interrupts leaves behind. */
  private record Whole(Map<String, Map<String, String>> vms, List<String> volumes, int writes) {}

  private static final Map<String, Whole> EXPECTED = new HashMap<>();

  private static SimulatedCluster start(String nodes) {
    return SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(CLUSTERS.get(nodes));
  }

  private static Whole whole(String nodes) {
    try (SimulatedCluster cluster = start(nodes)) {
      assertThat(cluster.provision().complete()).isTrue();
      return new Whole(
          cluster.nodes(), dataVolumes(cluster), cluster.simulator.journal().writes().size());
    }
  }

  static List<String> dataVolumes(SimulatedCluster cluster) {
    return cluster.simulator.inspect().volumes().stream()
        .filter(volume -> volume.owner() >= 10_000)
        .map(volume -> volume.volid() + " " + volume.size())
        .sorted()
        .toList();
  }

  static Stream<Arguments> writes() {
    return EveryCase.of(everyWrite());
  }

  private static Stream<Arguments> everyWrite() {
    return CLUSTERS.keySet().stream()
        .sorted()
        .flatMap(
            nodes ->
                IntStream.rangeClosed(
                        1, EXPECTED.computeIfAbsent(nodes, InterruptedDataVmTest::whole).writes())
                    .boxed()
                    .flatMap(
                        write ->
                            Stream.of(
                                Arguments.of(nodes, write, true),
                                Arguments.of(nodes, write, false))));
  }

  @Tag("exhaustive")
  @ParameterizedTest(name = "{0}, write {1}, takes effect: {2}")
  @MethodSource("writes")
  void theNextRunCompletesIt(String nodes, int write, boolean effect) {
    try (SimulatedCluster cluster = start(nodes)) {
      DyingRun.at(cluster.simulator, write, effect);
      cluster.provision();
      cluster.simulator.faults().clear();

      ApplyResult next = cluster.provision();

      assertThat(next.complete()).as(next.outcomes().toString()).isTrue();
      assertThat(cluster.nodes()).isEqualTo(EXPECTED.get(nodes).vms());
      assertThat(dataVolumes(cluster)).isEqualTo(EXPECTED.get(nodes).volumes());
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  private static SimulatedCluster changed() {
    SimulatedCluster cluster = start("one node");
    assertThat(cluster.provision().complete()).isTrue();
    return cluster.cluster(CHANGED);
  }

  static Stream<Arguments> writesOfAChange() {
    return EveryCase.of(everyWriteOfAChange());
  }

  private static Stream<Arguments> everyWriteOfAChange() {
    try (SimulatedCluster cluster = changed()) {
      int before = cluster.simulator.journal().writes().size();
      assertThat(cluster.provision(true).complete()).isTrue();
      int writes = cluster.simulator.journal().writes().size() - before;
      EXPECTED.put("changed", new Whole(cluster.nodes(), dataVolumes(cluster), writes));
      return IntStream.rangeClosed(1, writes)
          .boxed()
          .flatMap(write -> Stream.of(Arguments.of(write, true), Arguments.of(write, false)));
    }
  }

  @Tag("exhaustive")
  @ParameterizedTest(name = "write {0}, takes effect: {1}")
  @MethodSource("writesOfAChange")
  void growingAddingAndTakingOffIsCompletedToo(int write, boolean effect) {
    try (SimulatedCluster cluster = changed()) {
      DyingRun.at(cluster.simulator, write, effect);
      cluster.provision(true);
      cluster.simulator.faults().clear();

      ApplyResult next = cluster.provision(true);

      assertThat(next.complete()).as(next.outcomes().toString()).isTrue();
      assertThat(cluster.nodes()).isEqualTo(EXPECTED.get("changed").vms());
      assertThat(dataVolumes(cluster)).isEqualTo(EXPECTED.get("changed").volumes());
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }
}
