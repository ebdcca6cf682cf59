package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.NodeStatus;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.proxmox.ClusterResource;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.world.Broadcasts.VmFigures;
import io.github.talosforge.simulator.world.World;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hosts tell each other every ten seconds what their VMs are called, which are templates and which
 * run; until then the list of everything shows what was before, of whatever had the id. Tags are
 * always new.
 */
class LateListTest {
  private static final int TEMPLATE = 9000;
  private static final String ONE_NODE =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
      """;

  private static void buildTemplates(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      Plan images = session.plan(NodeSelection.all(), false).imagesOnly();
      assertThat(session.apply(images, ApplyOptions.defaults(), ApplyLog.SILENT).complete())
          .isTrue();
    }
    assertThat(cluster.templates()).hasSize(1);
  }

  /** Lets the list be as old as a build that was quicker than the next news. */
  private static void late(SimulatedCluster cluster, String toldName) {
    cluster.simulator.interventions().holdNews(true);
    VmFigures told =
        toldName.isEmpty()
            ? null
            : new VmFigures(toldName, "stopped", false, 0, 1, 1L << 30, 1L << 30);
    show(cluster, TEMPLATE, told);
  }

  private static void show(SimulatedCluster cluster, int id, @Nullable VmFigures told) {
    World world = cluster.simulator.world();
    world.locked(
        () -> {
          world.broadcasts().show(id, told);
          return true;
        });
  }

  /** Item 2 of what differed on a real Proxmox VE: it was reported as running, with no change. */
  @Test
  void vmThatWasJustStoppedIsSeenStoppedAndStarted() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE_NODE)) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.simulator.interventions().tellNews();
      cluster.simulator.interventions().holdNews(true);
      stop(cluster, 2000);
      assertThat(listed(cluster, 2000).status()).contains("running");

      try (ClusterSession session = cluster.session()) {
        assertThat(session.status())
            .singleElement()
            .satisfies(node -> assertThat(node.state()).isEqualTo(NodeStatus.State.STOPPED));
      }
      Plan plan = cluster.plan();
      assertThat(plan.changes(StartVm.class)).hasSize(1);
      assertThat(cluster.apply(plan).complete()).isTrue();

      assertThat(cluster.simulator.inspect().vms().get(2000).running()).isTrue();
    }
  }

  /** Item 3: the list shows the former VM's name, state and template flag with the new tags. */
  @ParameterizedTest
  @CsvSource({"clone: full, 0", "clone: full, 1", "provision: iso, 0", "provision: iso, 1"})
  void nodeWithTheIdOfAFormerVmIsNotTakenForIt(String how, String template) {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE_NODE).cluster(how + "\n")) {
      formerVm(cluster, 2000, template);

      assertThat(cluster.provision().complete()).isTrue();

      assertThat(listed(cluster, 2000).name()).contains("former");
      assertThat(listed(cluster, 2000).template()).isEqualTo(template.equals("1"));
      assertThat(cluster.plan().changes()).isEmpty();
      try (ClusterSession session = cluster.session()) {
        assertThat(session.status())
            .singleElement()
            .satisfies(node -> assertThat(node.state()).isEqualTo(NodeStatus.State.RUNNING));
      }
    }
  }

  /** Item 3, when the run died before the VM had the node's tags. */
  @ParameterizedTest
  @CsvSource({"clone: full, 0", "clone: full, 1", "provision: iso, 0", "provision: iso, 1"})
  void unfinishedVmWithTheIdOfAFormerOneIsFinished(String how, String template) {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE_NODE).cluster(how + "\n")) {
      formerVm(cluster, 2000, template);
      refuseConfiguration(cluster, 2000);
      assertThat(cluster.provision().complete()).isFalse();
      cluster.simulator.faults().clear();
      assertThat(listed(cluster, 2000).name()).contains("former");

      assertThat(cluster.provision().complete()).isTrue();

      assertThat(cluster.simulator.inspect().vms().values())
          .filteredOn(vm -> vm.config().get("template") == null)
          .singleElement()
          .satisfies(vm -> assertThat(vm.id()).isEqualTo(2000));
    }
  }

  /** Item 3, for a template whose build died. */
  @Test
  void buildUnderTheIdOfAFormerVmIsFinishedAndNotBegunAgain() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE_NODE)) {
      formerVm(cluster, TEMPLATE, "0");
      refuseConfiguration(cluster, TEMPLATE);
      assertThat(cluster.provision().complete()).isFalse();
      cluster.simulator.faults().clear();

      assertThat(cluster.provision().complete()).isTrue();

      assertThat(cluster.simulator.inspect().vms()).containsOnlyKeys(2000, TEMPLATE);
    }
  }

  /** Leaves nothing of somebody's VM but what the list shows for its id. */
  private static void formerVm(SimulatedCluster cluster, int id, String template) {
    cluster.stranger(id, "pve1", Map.of("name", "former", "memory", "16", "template", template));
    cluster.simulator.interventions().tellNews();
    cluster.simulator.interventions().holdNews(true);
    World world = cluster.simulator.world();
    world.locked(() -> world.vms().remove(id));
  }

  private static void refuseConfiguration(SimulatedCluster cluster, int id) {
    cluster
        .simulator
        .faults()
        .add(
            FaultRule.on(new CallPattern(null, "/nodes/{node}/qemu/{vmid}/config", true, id, null))
                .failsBefore(403, "Permission check failed"));
  }

  private static void stop(SimulatedCluster cluster, int id) {
    try (ProxmoxClient root = cluster.root()) {
      TaskResult unused = root.vm("pve1", id).stop(() -> {}).await(Duration.ofMinutes(1));
    }
  }

  private static ClusterResource listed(SimulatedCluster cluster, int id) {
    try (ProxmoxClient root = cluster.root()) {
      return root.cluster().resources().stream()
          .filter(line -> line.vmId().equals(OptionalInt.of(id)))
          .findFirst()
          .orElseThrow();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "VM 9000", "talos-v1.12.4-ce4c980550dd"})
  void templateThatWasJustBuiltIsNotBuiltAgain(String toldName) {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE_NODE)) {
      buildTemplates(cluster);
      late(cluster, toldName);

      Plan plan = cluster.plan();

      assertThat(plan.changes(BuildTemplate.class)).isEmpty();
      assertThat(cluster.apply(plan).complete()).isTrue();
      assertThat(cluster.templates()).hasSize(1);
    }
  }

  @Test
  void buildThatJustDiedIsFinishedAndNotBegunAgain() {
    try (SimulatedCluster cluster = SimulatedCluster.start().nodes(ONE_NODE)) {
      refuseConfiguration(cluster, TEMPLATE);
      assertThat(cluster.provision().complete()).isFalse();
      cluster.simulator.faults().clear();
      Plan plan = cluster.plan();
      late(cluster, "");

      assertThat(cluster.apply(plan).complete()).isTrue();

      assertThat(cluster.templates()).hasSize(1);
      assertThat(cluster.simulator.inspect().vms().keySet())
          .isEqualTo(Map.of(2000, "cp-1", TEMPLATE, "template").keySet());
    }
  }
}
