package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that ends after any of its writes is completed by the next one, with nothing twice. */
class InterruptedProvisionTest {
  private static final List<String> WAYS =
      List.of("clone: linked\n", "provision: import\n", "provision: iso\n");

  /** With a host each: what is placed freely may land elsewhere when half of it is there. */
  private static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
        - {name: cp-2, controller: true, proxmox_node: pve2}
        - {name: cp-3, controller: true, proxmox_node: pve3}
        - {name: worker-1, proxmox_node: pve1}
        - {name: worker-2, proxmox_node: pve2}
      """;

  /** What a run that nobody interrupts leaves behind. */
  private record Whole(
      Map<String, Map<String, String>> nodes, List<String> templates, int writes) {}

  private static final Map<String, Whole> EXPECTED = new HashMap<>();

  @BeforeAll
  static void runWithoutInterruption() {
    WAYS.forEach(how -> EXPECTED.computeIfAbsent(how, InterruptedProvisionTest::whole));
  }

  private static Whole whole(String how) {
    try (SimulatedCluster cluster = SimulatedCluster.start().cluster(how).nodes(NODES)) {
      assertThat(cluster.provision().complete()).isTrue();
      return new Whole(
          cluster.nodes(), cluster.templates(), cluster.simulator.journal().writes().size());
    }
  }

  static Stream<Arguments> writes() {
    return EveryCase.of(everyWrite());
  }

  private static Stream<Arguments> everyWrite() {
    return WAYS.stream()
        .flatMap(
            how ->
                IntStream.rangeClosed(1, whole(how).writes())
                    .mapToObj(write -> Arguments.of(how, write)));
  }

  @Tag("exhaustive")
  @ParameterizedTest
  @MethodSource("writes")
  void theNextRunCompletesIt(String how, int write) {
    try (SimulatedCluster cluster = SimulatedCluster.start().cluster(how).nodes(NODES)) {
      DyingRun.after(cluster.simulator, write);
      cluster.provision();
      cluster.simulator.faults().clear();

      ApplyResult next = cluster.provision();

      assertThat(next.complete()).as(next.outcomes().toString()).isTrue();
      assertThat(cluster.nodes()).isEqualTo(EXPECTED.get(how).nodes());
      assertThat(cluster.templates()).isEqualTo(EXPECTED.get(how).templates());
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }
}
