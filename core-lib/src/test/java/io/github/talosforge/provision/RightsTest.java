package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.access.PveRelease;
import io.github.talosforge.access.RoleCommands;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.preflight.PreflightFinding;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Personality;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rights that are missing are found before the first write, and the commands given are enough. */
class RightsTest {
  private static final String ONE =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
      """;

  @ParameterizedTest
  @CsvSource({
    "PVE_8_4, 'clone: full'",
    "PVE_9_1, 'clone: full'",
    "PVE_9_1, 'clone: linked'",
    "PVE_9_1, 'provision: import'",
    "PVE_9_1, 'provision: iso'",
    "PVE_9_2, 'proxmox_pool: k8s'",
    "PVE_8_4, 'data_vm: true;ephemeral_size: 5G'",
    "PVE_9_2, 'data_vm: true;ephemeral_size: 5G;proxmox_pool: k8s'"
  })
  void whoRunsTheCommandsOfTheFindingsCanProvision(Personality release, String how) {
    commandsSuffice(release, how, Rights::auditor);
  }

  @ParameterizedTest
  @CsvSource({
    "PVE_8_4, 'clone: full'",
    "PVE_9_1, 'clone: full'",
    "PVE_9_2, 'provision: import'",
    "PVE_9_1, 'data_vm: true;ephemeral_size: 5G'"
  })
  void evenWhoMayNotLookRunsThemOnce(Personality release, String how) {
    commandsSuffice(release, how, Rights::nobody);
  }

  private static void commandsSuffice(
      Personality release, String how, Function<Simulator, String> token) {
    Simulator simulator = Simulator.builder().hosts(3).timeScale(0).personality(release).start();
    try (SimulatedCluster cluster = new SimulatedCluster(simulator).nodes(ONE)) {
      cluster.cluster(how.replace(';', '\n') + "\n");
      cluster.as(token.apply(simulator));
      Plan refused = cluster.plan();
      assertThat(refused.isBlocked()).isTrue();
      assertThat(missing(refused)).isNotEmpty();
      assertThat(simulator.journal().calls()).noneMatch(RecordedCall::isWrite);

      missing(refused).stream()
          .flatMap(finding -> commands(finding).stream())
          .forEach(command -> assertThat(Rights.run(simulator.access(), command)).isEmpty());

      ApplyResult result = cluster.provision();
      assertThat(result.complete()).as(result.outcomes().toString()).isTrue();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  private static List<String> commands(Finding finding) {
    String prefix = "As root on any host: ";
    assertThat(finding.suggestion()).startsWith(prefix);
    return List.of(
        Objects.requireNonNull(finding.suggestion())
            .substring(prefix.length())
            .split(" 2>/dev/null; | && "));
  }

  @ParameterizedTest
  @EnumSource(Personality.class)
  void whoRunsThePrintedScriptCanProvisionAndDestroy(Personality release) {
    Simulator simulator = Simulator.builder().hosts(3).timeScale(0).personality(release).start();
    try (SimulatedCluster cluster = new SimulatedCluster(simulator).nodes(ONE)) {
      RoleCommands script =
          new RoleCommands(
              "talosforge@pve",
              "demo",
              release == Personality.PVE_8_4 ? PveRelease.PVE_8 : PveRelease.PVE_9,
              Instant.parse("2100-01-01T00:00:00Z"));
      String token =
          script.lines(cluster.spec()).stream()
              .filter(line -> !line.startsWith("#"))
              .map(line -> Rights.run(simulator.access(), line))
              .toList()
              .stream()
              .flatMap(Optional::stream)
              .findFirst()
              .orElseThrow();

      ApplyResult made = cluster.as(token).provision();
      assertThat(made.complete()).as(made.outcomes().toString()).isTrue();
      assertThat(cluster.plan().changes()).isEmpty();
      assertThat(cluster.destroy().complete()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'vm_memory: 9000', VM.Config.Memory",
    "'vm_cores: 6', VM.Config.CPU",
    "'vm_disk_size: 200G', VM.Config.Disk",
    "'net_rate: 50', VM.Config.Network",
    "'description: mine', VM.Config.Options"
  })
  void aChangeNeedsItsOwnRightAndNoOther(String line, String privilege) {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE)) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.as(Rights.everythingBut(cluster.simulator, privilege));
      assertThat(cluster.plan().isBlocked()).as("nothing to do needs no right").isFalse();

      Plan plan = cluster.nodes(ONE.replace("pve1}", "pve1, " + line + "}")).plan();

      assertThat(missing(plan))
          .singleElement()
          .satisfies(finding -> assertThat(finding.message()).contains(privilege));
    }
  }

  @Test
  void cardThatIsReplacedDuringARestartNeedsItsRight() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE)) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.as(Rights.everythingBut(cluster.simulator, "VM.Config.Network"));
      cluster.nodes(ONE.replace("pve1}", "pve1, mtu: 1400}"));
      try (ClusterSession session = cluster.session()) {
        assertThat(missing(session.plan(NodeSelection.all(), true)))
            .singleElement()
            .satisfies(finding -> assertThat(finding.message()).contains("VM.Config.Network"));
      }
    }
  }

  @Test
  void destroyingNeedsItsRights() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE)) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.as(Rights.everythingBut(cluster.simulator, "VM.Allocate"));
      try (ClusterSession session = cluster.session()) {
        Plan plan = session.planDestruction(NodeSelection.all(), false);

        assertThat(plan.isBlocked()).isTrue();
        assertThat(missing(plan))
            .singleElement()
            .satisfies(finding -> assertThat(finding.message()).contains("VM.Allocate"));
      }
    }
  }

  @Test
  void whoDoesNotSeeTheHostsMemoryIsNotToldThatThereIsNone() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE)) {
      cluster.as(Rights.everythingBut(cluster.simulator, "Sys.Audit"));

      assertThat(cluster.plan().isBlocked()).isFalse();
    }
  }

  @Test
  void anOwnProcessorModelNeedsTheRightToUseIt() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE)) {
      cluster.cluster("proxmox_vm_defaults: {cpu_type: custom-quiet}\n");
      cluster.as(Rights.everythingBut(cluster.simulator, "Mapping.Use"));

      assertThat(missing(cluster.plan()))
          .anySatisfy(
              finding ->
                  assertThat(finding.message()).contains("Mapping.Use on /mapping/cpu/quiet"));
    }
  }

  private static List<Finding> missing(Plan plan) {
    return plan.findings().findings().stream()
        .filter(finding -> finding.code().equals(PreflightFinding.RIGHT_MISSING.code()))
        .toList();
  }
}
