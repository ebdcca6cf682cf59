package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.proxmox.ProxmoxClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a plan finds beside its changes, where no other test looks. */
class PlanFindingsTest {
  private static final String TWO =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
        - {name: worker-1, proxmox_node: pve2}
      """;

  private static SimulatedCluster deployed(String cluster, String nodes) {
    SimulatedCluster world = SimulatedCluster.start().cluster(cluster).nodes(nodes);
    assertThat(world.provision().complete()).isTrue();
    return world;
  }

  private static String said(Plan plan, String code) {
    return plan.findings().findings().stream()
        .filter(finding -> finding.code().equals(code))
        .map(Finding::toString)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void vmsOfNodesThatTheFilesNoLongerNameAreLeftAlone() {
    try (SimulatedCluster world = deployed(DataVmTest.DATA, TWO)) {
      Plan plan =
          world.nodes("nodes: [{name: cp-1, controller: true, proxmox_node: pve1}]\n").plan();

      assertThat(plan.changes()).isEmpty();
      assertThat(said(plan, "TF-VM-UNLISTED"))
          .contains("'worker-1' on pve2 is a node of this cluster that the files no longer name")
          .contains("removeNode --node=worker-1 --confirm=worker-1")
          .contains("'worker-1-data' on pve2 keeps the data of node worker-1");
    }
  }

  @Test
  void diskLargerThanTheDefaultIsNoError() {
    try (SimulatedCluster world = deployed("", TWO.replace("pve2", "pve2, disk_size: 150"))) {
      Plan plan = world.nodes(TWO).plan();

      assertThat(plan.isBlocked()).isFalse();
      assertThat(plan.changes()).isEmpty();
      assertThat(said(plan, "TF-DISK-LARGER-THAN-DEFAULT")).contains("a disk never shrinks");
    }
  }

  @Test
  void otherPoolIsToldWithItsCommand() {
    try (SimulatedCluster world = deployed("", TWO)) {
      Plan plan = world.cluster("proxmox_pool: lab\n").plan();

      assertThat(said(plan, "TF-POOL-DIFFERS"))
          .contains("is in no pool, the files say lab")
          .contains("pveum pool modify lab --vms ");
    }
  }

  @Test
  void selectionThatFitsNobodyNamesTheNodes() {
    try (SimulatedCluster world = deployed("", TWO);
        ClusterSession session = world.session()) {
      Plan plan = session.plan(new NodeSelection(List.of("wroker-1"), List.of()), false);

      assertThat(plan.isBlocked()).isTrue();
      assertThat(said(plan, "TF-SELECTION-MATCHES-NOTHING"))
          .contains("No node is called 'wroker-1'.")
          .contains("Did you mean worker-1?");
    }
  }

  @Test
  void dataVmThatRunsIsToldAndLeftRunning() {
    try (SimulatedCluster world = deployed(DataVmTest.DATA, TWO)) {
      int id = Integer.parseInt(key(world, "worker-1-data").split(" ", 2)[0]);
      try (ProxmoxClient root = world.root()) {
        root.vm("pve2", id).start().await(Duration.ofMinutes(1));
      }
      Plan plan = world.plan();

      assertThat(plan.changes()).isEmpty();
      assertThat(said(plan, "TF-DATA-VM-RUNS"))
          .contains("runs, although it only keeps the data of node worker-1")
          .contains("Stop it.");
    }
  }

  @Test
  void dataThatStaysIsNamed() {
    try (SimulatedCluster world = deployed(DataVmTest.DATA, TWO);
        ClusterSession session = world.session()) {
      Plan plan = session.planDestruction(NodeSelection.all(), false);

      assertThat(said(plan, "TF-DATA-VM-KEPT"))
          .contains("'worker-1-data' on pve2 keeps the data of node worker-1 and stays");
    }
  }

  private static String key(SimulatedCluster world, String vm) {
    return world.nodes().keySet().stream().filter(it -> it.endsWith(" " + vm)).findFirst().get();
  }

  @Test
  void rebuildThatWouldLoseTheKeyOfTheDataIsRefused() {
    try (SimulatedCluster world =
        deployed(
            DataVmTest.DATA + "disk_encryption: {ephemeral: tpm}\n",
            TWO.replace("pve2", "pve2, tpm: true"))) {
      Map<String, Map<String, String>> before = world.nodes();
      Plan plan = world.planRebuild("worker-1");

      assertThat(plan.isBlocked()).isTrue();
      assertThat(said(plan, "TF-REBUILD-LOSES-KEY"))
          .contains("the TPM goes with the VM: nobody could read the data any more");
      assertThat(world.nodes()).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource(PlanFinding.class)
  void everyFindingIsLookedForBySomeTest(PlanFinding finding) throws IOException {
    String code = "TF-" + finding.name().replace('_', '-');
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      assertThat(
              files
                  .filter(file -> file.toString().endsWith("Test.java"))
                  .map(PlanFindingsTest::text)
                  .anyMatch(
                      text ->
                          text.contains("\"" + code + "\"")
                              || text.contains("PlanFinding." + finding.name())))
          .as(code)
          .isTrue();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
