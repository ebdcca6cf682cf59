package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.health.HealthText;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.talos.TalosException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Several runs bring the same machines up at once, and there is never a second etcd. */
@Tag("exhaustive")
class ConcurrentBootstrapTest {
  private static final TalosOptions OPTIONS = TalosOptions.defaults();

  private static final String NODES =
      """
      pools:
        - {name: cp, role: controlplane, count: 2, vm_memory: 4096}
        - {name: worker, count: 1, vm_memory: 2048}
      """;

  /** What happens to calls of machines meanwhile. */
  enum Wire {
    SOUND,
    LATE,
    LOST_CONFIGURATIONS,
    LOST_BEGINNING;

    void begin(Simulator simulator) {
      switch (this) {
        case LATE ->
            simulator
                .faults()
                .add(FaultRule.on(CallPattern.ANY).probability(0.3).latency(Duration.ofMillis(20)));
        case LOST_CONFIGURATIONS ->
            simulator.faults().add(losing("ApplyConfiguration").probability(0.4).resetAfter());
        case LOST_BEGINNING -> simulator.faults().add(losing("Bootstrap").nth(1).resetAfter());
        default -> {}
      }
    }

    private static FaultRule.Builder losing(String call) {
      return FaultRule.on(CallPattern.of("POST", "/machine.MachineService/" + call));
    }
  }

  static Stream<Arguments> cases() {
    return EveryCase.of(
        Stream.of(Wire.values())
            .flatMap(
                wire ->
                    Stream.of(2, 5)
                        .flatMap(
                            runs ->
                                Stream.of(0.0, 0.01)
                                    .map(scale -> Arguments.of(wire, runs, scale)))));
  }

  @ParameterizedTest(name = "{0}, {1} runs, time scale {2}")
  @MethodSource("cases")
  void thereIsOneEtcdHoweverManyBeginIt(Wire wire, int runs, double timeScale) {
    Simulator simulator = Simulator.builder().hosts(3).timeScale(timeScale).start();
    try (TalosWorld world =
        new TalosWorld(new SimulatedCluster(simulator).nodes(NODES)).provisioned()) {
      wire.begin(simulator);
      CyclicBarrier together = new CyclicBarrier(runs);
      List<Supplier<String>> all =
          Collections.nCopies(runs, () -> problemOfBootstrap(world, together));

      assertThat(RunsAtOnce.together(all)).allSatisfy(RunsAtOnce::areSentences);

      assertThat(simulator.talos().clusters()).hasSizeLessThanOrEqualTo(1);
      simulator.faults().clear();
      BootstrapResult next = world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
      assertThat(next.health().healthy()).as(HealthText.render(next.health())).isTrue();
      assertThat(simulator.talos().clusters()).hasSize(1);
      assertThat(
              world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT)).counters().changing())
          .isZero();
      assertThat(world.plan().changes()).isEmpty();
    }
  }

  /** Returns what a run says when it does not get to the end. */
  private static String problemOfBootstrap(TalosWorld world, CyclicBarrier together) {
    try {
      together.await();
      world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
      return "";
    } catch (TalosFlowException | TalosException | ProxmoxException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
