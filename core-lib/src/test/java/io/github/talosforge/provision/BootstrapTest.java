package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.health.HealthText;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.talos.TalosCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From VMs in maintenance mode to a healthy cluster. */
class BootstrapTest {
  private static final TalosOptions OPTIONS =
      TalosOptions.defaults().withPatience(Duration.ofSeconds(30));

  @ParameterizedTest
  @CsvSource({"1.12.4, 1, 0", "1.9.6, 1, 1", "1.11.6, 3, 2", "1.12.4, 3, 2", "1.13.2, 3, 2"})
  void clusterComesUpHealthyAndASecondRunChangesNothing(
      String version, int controlPlanes, int workers) {
    try (TalosWorld world = new TalosWorld(version, controlPlanes, workers).provisioned()) {
      List<String> told = Collections.synchronizedList(new ArrayList<>());
      TalosLog log =
          new TalosLog() {
            @Override
            public void sees(NodeName node, String words) {
              told.add(node + " " + words);
            }

            @Override
            public void does(NodeName node, String words) {
              told.add(node + " " + words);
            }

            @Override
            public void checked(io.github.talosforge.health.HealthReport report) {
              told.add(HealthText.render(report));
            }
          };
      BootstrapResult first;
      try {
        first = world.talos(talos -> talos.bootstrap(OPTIONS, log));
      } catch (RuntimeException e) {
        throw new AssertionError(String.join("\n", told), e);
      }

      assertThat(first.bootstrapped()).contains(NodeName.of("cp-1"));
      assertThat(first.health().healthy()).isTrue();
      assertThat(first.nodes()).hasSize(controlPlanes + workers);
      assertThat(world.simulator.talos().clusters()).hasSize(1);

      BootstrapResult second = world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));

      assertThat(second.bootstrapped()).isEmpty();
      assertThat(second.nodes())
          .extracting(NodeOutcome::ending)
          .containsOnly(NodeOutcome.Ending.UNCHANGED);
      assertThat(second.counters()).extracting(TalosCounters::changing).isEqualTo(0L);
    }
  }
}
