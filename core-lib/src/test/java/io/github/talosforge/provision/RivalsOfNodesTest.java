package io.github.talosforge.provision;

import static io.github.talosforge.provision.LastLookTest.config;
import static io.github.talosforge.provision.LastLookTest.reason;
import static io.github.talosforge.provision.LastLookTest.replace;
import static io.github.talosforge.provision.LastLookTest.rival;
import static io.github.talosforge.provision.LastLookTest.volumes;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.apply.Outcome;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.TaskResult;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.world.Volume;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody does to a node's own VM between plan and call is seen before the call. */
class RivalsOfNodesTest {
  private static final int NODE = 2000;
  private static final String ADDED = "local-zfs:vm-2000-disk-7";
  private static final String ONE = "nodes: [{name: cp-1, controller: true, proxmox_node: pve1}]\n";
  private static final String WITH_DISK =
      "nodes: [{name: cp-1, controller: true, proxmox_node: pve1, extra_disks: [{size: 8G}]}]\n";

  private static SimulatedCluster provisioned(String nodes) {
    SimulatedCluster cluster = SimulatedCluster.start().nodes(nodes);
    assertThat(cluster.provision().complete()).isTrue();
    return cluster;
  }

  private static Plan destruction(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      return session.planDestruction(NodeSelection.all(), true);
    }
  }

  private static boolean runs(SimulatedCluster cluster, int id) {
    return cluster.simulator.inspect().vm(id).filter(VmState::running).isPresent();
  }

  /** An administrator adds a disk to the node's VM and keeps something there. */
  private static void addDisk(SimulatedCluster cluster) {
    cluster.edit(
        NODE,
        vm -> {
          Volume disk =
              cluster.simulator.inspect().volumes().stream()
                  .filter(volume -> volume.owner() == NODE && volume.content().equals("images"))
                  .findFirst()
                  .orElseThrow();
          cluster.simulator.world().volumes().put(disk.renamed("vm-2000-disk-7", NODE));
          vm.config().put("scsi7", ADDED + ",size=1G");
        });
  }

  @Test
  void aDiskThatIsAddedAfterThePlanKeepsItsVmRunningAndProtected() {
    try (SimulatedCluster cluster = provisioned(ONE)) {
      cluster.edit(NODE, vm -> vm.config().put("protection", "1"));
      Plan plan = destruction(cluster);
      assertThat(plan.changes(DestroyVm.class)).hasSize(1);
      addDisk(cluster);
      int before = cluster.simulator.journal().writes().size();

      ApplyResult result = cluster.apply(plan);

      assertThat(reason(result))
          .contains("VM 2000 on pve1 was not destroyed", ADDED, "added since the plan");
      assertThat(runs(cluster, NODE)).isTrue();
      assertThat(cluster.simulator.journal().writes()).hasSize(before);
      assertThat(cluster.apply(destruction(cluster)).complete())
          .as("who plans again sees")
          .isTrue();
    }
  }

  @Test
  void aDiskThatIsAddedBetweenStopAndDeleteStays() {
    try (SimulatedCluster cluster = provisioned(ONE);
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      Plan plan = destruction(cluster);
      AtomicBoolean came = rival(proxmox, any -> !runs(cluster, NODE), () -> addDisk(cluster));

      ApplyResult result = proxmox.apply(cluster, plan);

      assertThat(came).isTrue();
      assertThat(reason(result)).contains(ADDED, "added since the plan");
      assertThat(config(cluster, NODE)).containsKeys("scsi0", "scsi7");
      assertThat(volumes(cluster)).contains(ADDED);
    }
  }

  /** A clone whose configuration call never came. */
  private static SimulatedCluster unfinished() {
    SimulatedCluster cluster = provisioned(ONE);
    cluster.edit(
        NODE,
        vm -> {
          vm.process(null);
          vm.config().remove("tags");
          vm.config().put("smbios1", "uuid=11111111-2222-3333-4444-555555555555");
        });
    return cluster;
  }

  /** What runs was begun by nobody here, or is somebody's by now. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anUnfinishedVmThatIsStartedAfterThePlanIsNobodys(boolean destroyed) {
    try (SimulatedCluster cluster = unfinished()) {
      Plan plan = destroyed ? destruction(cluster) : cluster.plan();
      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      assertThat(plan.changes()).hasSize(1);
      try (ProxmoxClient root = cluster.root()) {
        TaskResult unused = root.vm("pve1", NODE).start().await(Duration.ofSeconds(30));
      }
      Map<String, String> before = config(cluster, NODE);
      int writes = cluster.simulator.journal().writes().size();

      ApplyResult result = cluster.apply(plan);

      assertThat(result.ended(Outcome.Ending.FAILED)).hasSize(1);
      assertThat(reason(result)).contains("VM 2000", "was not touched");
      assertThat(config(cluster, NODE)).isEqualTo(before);
      assertThat(runs(cluster, NODE)).isTrue();
      assertThat(cluster.simulator.journal().writes()).hasSize(writes);
    }
  }

  @Test
  void aLeftoverThatIsAttachedElsewhereAfterTheLastReadOfItsVmStays() {
    try (SimulatedCluster cluster = provisioned(WITH_DISK);
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      assertThat(cluster.nodes(ONE).provision(true).complete()).isTrue();
      Plan plan;
      try (ClusterSession session = cluster.session()) {
        plan = session.planLeftovers();
      }
      String volume = plan.changes(FreeVolume.class).get(0).volume();
      AtomicBoolean came =
          rival(
              proxmox,
              answer -> answer.contains("/ID/pending"),
              () -> cluster.stranger(7001, "pve1", Map.of("name", "mail", "scsi1", volume)));

      ApplyResult result = proxmox.apply(cluster, plan);

      assertThat(came).isTrue();
      assertThat(reason(result))
          .contains(volume + " was not freed: VM 7001 'mail' on pve1 as scsi1");
      assertThat(volumes(cluster)).contains(volume);
    }
  }

  @Test
  void aVmThatComesBeforeTheShutdownOfARebuildGoesOnRunning() {
    try (SimulatedCluster cluster =
            SimulatedCluster.start().cluster(DataVmTest.DATA).nodes(DataVmTest.TWO);
        OddProxmox proxmox = new OddProxmox(cluster.simulator)) {
      assertThat(cluster.provision().complete()).isTrue();
      Plan plan = cluster.planRebuild("worker-1");
      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      AtomicBoolean came =
          rival(
              proxmox,
              answer -> answer.contains("/status/current"),
              () -> replace(cluster, 3001, Map.of("name", "mail")));
      int before = cluster.simulator.journal().writes().size();

      ApplyResult result = proxmox.apply(cluster, plan);

      assertThat(came).isTrue();
      assertThat(reason(result)).contains("VM 3001 'mail'", "was not touched");
      assertThat(cluster.simulator.journal().writes()).hasSize(before);
      assertThat(List.copyOf(config(cluster, 3001).keySet())).contains("scsi7");
    }
  }
}
