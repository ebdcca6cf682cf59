package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.talosforge.TalosSession;
import io.github.talosforge.WrittenCredentials;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.health.CheckResult;
import io.github.talosforge.health.CheckResult.State;
import io.github.talosforge.health.HealthCheck;
import io.github.talosforge.health.HealthJson;
import io.github.talosforge.health.HealthReport;
import io.github.talosforge.health.HealthText;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the checks say of a cluster that is well, and of one that is not. */
class ClusterHealthTest {
  private static TalosWorld world;

  @BeforeAll
  static void bringUp() {
    world = new TalosWorld("1.12.4", 1, 1).provisioned();
    assertThat(
            world
                .talos(talos -> talos.bootstrap(TalosOptions.defaults(), TalosLog.SILENT))
                .health()
                .healthy())
        .isTrue();
  }

  @AfterAll
  static void close() {
    world.close();
  }

  private static Map<HealthCheck, CheckResult> byCheck(HealthReport report) {
    return report.results().stream().collect(Collectors.toMap(CheckResult::check, each -> each));
  }

  @Test
  void complaint33_allSixteenChecksAreMadeInOrder() throws IOException {
    HealthReport report = world.talos(TalosSession::health);

    assertThat(report.results())
        .extracting(CheckResult::check)
        .containsExactly(HealthCheck.values())
        .hasSize(16);
    assertThat(report.healthy()).isTrue();
    assertThat(HealthText.render(report))
        .contains("[ok] etcd is healthy on all control planes")
        .endsWith("The cluster is healthy.\n");
    JsonNode json = new ObjectMapper().readTree(HealthJson.render(report));
    assertThat(json.path("healthy").asBoolean()).isTrue();
    assertThat(json.path("checks")).hasSize(16);
    assertThat(json.path("checks").get(0).path("name").asText()).isEqualTo("etcd-healthy");
  }

  @Test
  void complaint33_silentWorkerFailsItsChecksAndIsNamed() {
    world.trouble("worker-1", Trouble.CUT_OFF, true);
    try {
      HealthReport report = world.talos(TalosSession::health);

      assertThat(report.healthy()).isFalse();
      CheckResult api = byCheck(report).get(HealthCheck.API_READY);
      assertThat(api.state()).isEqualTo(State.FAILED);
      assertThat(api.message()).startsWith("worker-1: ");
      assertThat(HealthText.failure(report))
          .startsWith("The cluster is not healthy: ")
          .contains(" of 16 checks failed. The first of them:\n[--] ", "\n      worker-1: ");
      assertThat(byCheck(report).get(HealthCheck.ETCD_HEALTHY).state()).isEqualTo(State.PASSED);
    } finally {
      world.trouble("worker-1", Trouble.CUT_OFF, false);
    }
  }

  @Test
  void credentialsAreMergedOnceAndOnlyTheirOwnerReadsThem(@TempDir Path folder) throws IOException {
    Path kubeconfig = folder.resolve("kubeconfig");
    Path talosconfig = folder.resolve("talosconfig");
    Duration year = Duration.ofDays(365);

    WrittenCredentials first = world.talos(talos -> talos.kubeconfig(kubeconfig, year));
    WrittenCredentials again = world.talos(talos -> talos.kubeconfig(kubeconfig, year));
    WrittenCredentials talosFirst = world.talos(talos -> talos.talosconfig(talosconfig, year));
    WrittenCredentials talosAgain = world.talos(talos -> talos.talosconfig(talosconfig, year));

    assertThat(first.changed()).isTrue();
    assertThat(again.changed()).isFalse();
    assertThat(talosFirst.changed()).isTrue();
    assertThat(talosAgain.changed()).isFalse();
    assertThat(first.command()).startsWith("kubectl --kubeconfig " + kubeconfig);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kubeconfig)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(talosconfig)))
        .isEqualTo("rw-------");
  }
}
