package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.fault.Occurrence;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that ends after any of its writes is completed by the next one, with nothing twice. */
class InterruptedProvisionTest {
  private static final String HOW = "clone: linked\n";

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

  private static SimulatedCluster uninterrupted;
  private static Map<String, Map<String, String>> expected;

  @BeforeAll
  static void runWithoutInterruption() {
    uninterrupted = SimulatedCluster.start().cluster(HOW).nodes(NODES);
    assertThat(uninterrupted.provision().complete()).isTrue();
    expected = uninterrupted.nodes();
  }

  @AfterAll
  static void stop() {
    uninterrupted.close();
  }

  static IntStream everyWrite() {
    try (SimulatedCluster cluster = SimulatedCluster.start().cluster(HOW).nodes(NODES)) {
      assertThat(cluster.provision().complete()).isTrue();
      return IntStream.rangeClosed(1, cluster.simulator.journal().writes().size());
    }
  }

  @ParameterizedTest
  @MethodSource("everyWrite")
  void theNextRunCompletesIt(int write) {
    try (SimulatedCluster cluster = SimulatedCluster.start().cluster(HOW).nodes(NODES)) {
      // The write takes effect, the answer is lost with the run, and nothing else is ever sent.
      cluster
          .simulator
          .faults()
          .add(FaultRule.on(CallPattern.WRITES).nth(write).failsAfter(500, "the run died"));
      cluster
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.WRITES)
                  .occurrence(new Occurrence(write + 1, Integer.MAX_VALUE, 1))
                  .failsBefore(500, "the run is dead"));
      cluster.provision();
      cluster.simulator.faults().clear();

      ApplyResult next = cluster.provision();

      assertThat(next.complete()).as(next.outcomes().toString()).isTrue();
      assertThat(cluster.nodes()).isEqualTo(expected);
      assertThat(cluster.templates()).isEqualTo(uninterrupted.templates());
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }
}
