package io.github.talosforge.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.fixture.ClusterFixture;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.MemorySize;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.ProxmoxSpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HostPlacementTest {

  private static Allocation allocate(
      ClusterFixture cluster, List<HostCapacity> hosts, ObservedVm... vms) {
    return new Allocator().allocate(cluster.build(), World.of(hosts, List.of(vms)));
  }

  private static String host(Allocation allocation, String node) {
    return Worlds.of(allocation, node).host().orElseThrow().value();
  }

  private static List<String> codes(Allocation allocation) {
    return allocation.report().findings().stream().map(Finding::code).toList();
  }

  @Test
  void controlPlanesAreSpreadEvenWhenOneHostHasMostMemory() {
    Allocation allocation =
        allocate(
            ClusterFixture.sound(),
            List.of(
                Worlds.host("pve1", "512G"),
                Worlds.host("pve2", "16G"),
                Worlds.host("pve3", "16G")));
    assertThat(
            List.of(host(allocation, "cp-1"), host(allocation, "cp-2"), host(allocation, "cp-3")))
        .containsExactlyInAnyOrder("pve1", "pve2", "pve3");
    assertThat(codes(allocation)).isEmpty();
  }

  @Test
  void withoutKnownHostsTheNamedOnesAreFilledInTurn() {
    Allocation allocation = allocate(ClusterFixture.sound().hosts("pve1", "pve2"), List.of());
    assertThat(host(allocation, "worker-1")).isNotEqualTo(host(allocation, "worker-2"));
    ClusterFixture one = ClusterFixture.sound();
    one.defaultHost = Optional.of(HostName.of("pve"));
    Allocation single = allocate(one, List.of());
    assertThat(host(single, "cp-1")).isEqualTo("pve");
    assertThat(codes(single)).isEmpty();
  }

  @Test
  void withoutAnyHostTheLayoutLeavesItOpen() {
    Allocation allocation = allocate(ClusterFixture.sound(), List.of());
    assertThat(Worlds.of(allocation, "cp-1").host()).isEmpty();
    assertThat(codes(allocation)).isEmpty();
  }

  @Test
  void liveLocationWinsOverDemandAndSpread() {
    ClusterFixture cluster =
        ClusterFixture.empty().controlPlane("cp-1", node -> node.host("pve1")).controlPlane("cp-2");
    Allocation allocation =
        allocate(
            cluster,
            List.of(Worlds.host("pve1", "64G"), Worlds.host("pve2", "64G")),
            Worlds.vm(2000, "cp-1", "pve2"),
            Worlds.vm(2001, "cp-2", "pve2"));
    assertThat(host(allocation, "cp-1")).isEqualTo("pve2");
    assertThat(host(allocation, "cp-2")).isEqualTo("pve2");
    assertThat(codes(allocation)).containsExactly("TF-HOST-DIFFERS");
    assertThat(allocation.report().hasErrors()).isFalse();
  }

  @Test
  void newNodesAvoidTheHostsOfLivingOnes() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().controlPlane("cp-1").controlPlane("cp-2"),
            List.of(Worlds.host("pve1", "64G"), Worlds.host("pve2", "16G")),
            Worlds.vm(2000, "cp-1", "pve1"));
    assertThat(host(allocation, "cp-2")).isEqualTo("pve2");
  }

  @Test
  void demandedHostIsObeyed() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty()
                .worker("w-1", node -> node.host("pve2"))
                .worker("w-2", node -> node.host("pve2")),
            List.of(Worlds.host("pve1", "64G"), Worlds.host("pve2", "64G")));
    assertThat(host(allocation, "w-1")).isEqualTo("pve2");
    assertThat(host(allocation, "w-2")).isEqualTo("pve2");
  }

  @Test
  void fullOrOfflineDemandedHostIsAvoidedUnlessStrict() {
    ClusterFixture cluster =
        ClusterFixture.empty()
            .worker("w-1", node -> node.host("pve1"))
            .worker("w-2", node -> node.host("pve3"));
    List<HostCapacity> hosts =
        List.of(
            Worlds.host("pve1", "4G"),
            Worlds.host("pve2", "64G"),
            HostCapacity.offline(HostName.of("pve3")));
    Allocation prefer = allocate(cluster, hosts);
    assertThat(codes(prefer)).containsExactly("TF-HOST-AVOIDED", "TF-HOST-AVOIDED");
    assertThat(prefer.report().render())
        .contains("pve1, which node w-1 is to be on, has no 8 GiB free.")
        .contains("pve3, which node w-2 is to be on, is offline");
    assertThat(host(prefer, "w-1")).isEqualTo("pve2");
    assertThat(host(prefer, "w-2")).isEqualTo("pve2");
    cluster.placement = ProxmoxSpec.Placement.STRICT;
    Allocation strict = allocate(cluster, hosts);
    assertThat(codes(strict)).containsExactly("TF-HOST-UNAVAILABLE", "TF-HOST-UNAVAILABLE");
    assertThat(strict.layout().assignments()).isEmpty();
  }

  @Test
  void unknownHostsAreAnErrorThatNamesTheKnownOnes() {
    ClusterFixture cluster =
        ClusterFixture.empty().worker("w-1", node -> node.host("pev1")).hosts("pve1", "pve9");
    Allocation allocation = allocate(cluster, List.of(Worlds.host("pve1", "64G")));
    assertThat(codes(allocation)).containsExactly("TF-HOST-UNKNOWN", "TF-HOST-UNKNOWN");
    assertThat(allocation.report().render())
        .contains("There is no Proxmox VE node pev1.\n  → The nodes are pve1.")
        .contains("There is no Proxmox VE node pve9");
  }

  @Test
  void unknownHostsAreNotSaidToBeFullToo() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().worker("w-1").hosts("pve8", "pve9"),
            List.of(Worlds.host("anton", "64G")));
    assertThat(codes(allocation)).containsExactly("TF-HOST-UNKNOWN", "TF-HOST-UNKNOWN");
  }

  @Test
  void nodesThatFitNowhereAreAFinding() {
    Allocation allocation =
        allocate(
            ClusterFixture.empty().worker("w-1"),
            List.of(Worlds.host("pve1", "7G"), HostCapacity.offline(HostName.of("pve2"))));
    assertThat(codes(allocation)).containsExactly("TF-NO-ROOM");
    assertThat(allocation.report().render())
        .contains("No host has 8 GiB for node w-1: pve1 7168 MiB, pve2 offline");
    assertThat(allocation.layout().assignments()).isEmpty();
  }

  @Test
  void memoryIsPromisedTwiceOnlyAsFarAsTheFilesAllowAndItIsSaidByHowMuch() {
    ClusterFixture cluster = ClusterFixture.empty().worker("w-1").worker("w-2");
    List<HostCapacity> hosts = List.of(Worlds.host("pve1", "12G"));
    assertThat(allocate(cluster, hosts).report().render())
        .contains("TF-NO-ROOM", "Or promise more than there is: memory_overcommit: 1.4");
    cluster.memoryOvercommit = new BigDecimal("1.3");
    assertThat(codes(allocate(cluster, hosts))).contains("TF-NO-ROOM");

    cluster.memoryOvercommit = new BigDecimal("1.4");
    Allocation allowed = allocate(cluster, hosts);
    assertThat(codes(allowed)).containsExactly("TF-MEMORY-OVERCOMMITTED");
    assertThat(allowed.report().hasErrors()).isFalse();
    assertThat(allowed.report().render())
        .contains(
            "The VMs of host pve1 are promised 4096 MiB more than the 12288 MiB that it has, as"
                + " memory_overcommit: 1.4 allows.");
    assertThat(host(allowed, "w-2")).isEqualTo("pve1");
  }

  @Test
  void aHostThatHasTheMemoryComesBeforeOneThatWouldPromiseItTwice() {
    ClusterFixture cluster = ClusterFixture.empty().worker("w-1").worker("w-2");
    cluster.memoryOvercommit = new BigDecimal("2");
    Allocation allocation =
        allocate(cluster, List.of(Worlds.host("pve1", "6G"), Worlds.host("pve2", "64G")));
    assertThat(codes(allocation)).isEmpty();
    assertThat(host(allocation, "w-1")).isEqualTo("pve2");
    assertThat(host(allocation, "w-2")).isEqualTo("pve2");
  }

  @Test
  void sharingAHostIsAWarningOrWithStrictPlacementAnError() {
    ClusterFixture cluster = ClusterFixture.empty().controlPlane("cp-1").controlPlane("cp-2");
    List<HostCapacity> hosts = List.of(Worlds.host("pve1", "64G"), Worlds.host("pve2", "4G"));
    assertThat(codes(allocate(cluster, hosts))).containsExactly("TF-CONTROL-PLANES-SHARE-HOST");
    cluster.placement = ProxmoxSpec.Placement.STRICT;
    Allocation strict = allocate(cluster, hosts);
    assertThat(codes(strict)).containsExactly("TF-CONTROL-PLANES-CANNOT-SPREAD");
    assertThat(strict.report().hasErrors()).isTrue();
  }

  @Test
  void largestVmIsPlacedFirstSoThatAllFit() {
    ClusterFixture cluster =
        ClusterFixture.empty()
            .controlPlane("cp-1", node -> node.memory = MemorySize.of("4G"))
            .controlPlane("cp-2", node -> node.memory = MemorySize.of("16G"));
    Allocation allocation =
        allocate(cluster, List.of(Worlds.host("pve1", "16G"), Worlds.host("pve2", "4G")));
    assertThat(codes(allocation)).isEmpty();
    assertThat(host(allocation, "cp-2")).isEqualTo("pve1");
  }

  @Test
  void committedCapacityCountsRunningVmsAndOwnStoppedOnes() {
    HostName pve = HostName.of("pve");
    List<ObservedVm> vms = new ArrayList<>();
    for (ObservedVm.State state : ObservedVm.State.values()) {
      for (boolean ours : new boolean[] {true, false}) {
        for (String where : List.of("pve", "elsewhere")) {
          vms.add(vm(state, ours, where));
        }
      }
    }
    assertThat(HostCapacity.committed(pve, MemorySize.of("64G"), vms).freeMebibytes())
        .isEqualTo((64 - 3 * 8) * 1024L);
    assertThat(HostCapacity.committed(pve, MemorySize.of("16G"), vms).freeMebibytes())
        .isEqualTo(-8 * 1024L);
  }

  private static ObservedVm vm(ObservedVm.State state, boolean ours, String where) {
    ObservedVm vm = Worlds.vm(100, "x", where);
    return new ObservedVm(
        vm.id(),
        vm.name(),
        vm.host(),
        state,
        ours,
        vm.memory(),
        vm.address(),
        vm.macs(),
        vm.uuid());
  }

  @Test
  void randomPlacementsNeverOverfillNorPairControlPlanesNeedlessly() {
    for (int seed = 0; seed < 1_000; seed++) {
      Random random = new Random(seed);
      List<HostCapacity> hosts = new ArrayList<>();
      for (int i = 1 + random.nextInt(5); i > 0; i--) {
        hosts.add(Worlds.host("pve" + i, 1 + random.nextInt(48) + "G"));
      }
      ClusterFixture cluster = ClusterFixture.empty();
      for (int i = random.nextInt(6); i > 0; i--) {
        cluster.controlPlane("cp-" + i, n -> n.memory = MemorySize.of(2 + random.nextInt(8) + "G"));
      }
      cluster.pool("w", NodeRole.WORKER, random.nextInt(10));
      if (random.nextBoolean()) {
        cluster.worker("pinned", node -> node.host(hosts.get(0).name().value()));
      }
      assertInvariants(seed, cluster, hosts, allocate(cluster, hosts));
    }
  }

  private static void assertInvariants(
      int seed, ClusterFixture cluster, List<HostCapacity> hosts, Allocation allocation) {
    Map<HostName, Long> used = new HashMap<>();
    Map<HostName, Long> demanded = new HashMap<>();
    Map<HostName, List<Long>> controlPlanes = new HashMap<>();
    int placed = 0;
    for (NodeSpec node : cluster.nodes()) {
      Optional<HostName> host = allocation.layout().of(node.name()).flatMap(NodeAssignment::host);
      long memory = node.vm().memory().mebibytes();
      if (host.isPresent()) {
        placed++;
        used.merge(host.get(), memory, Long::sum);
        if (node.host().equals(host)) {
          demanded.merge(host.get(), memory, Long::sum);
        }
        if (node.role() == NodeRole.CONTROL_PLANE) {
          controlPlanes.computeIfAbsent(host.get(), h -> new ArrayList<>()).add(memory);
        }
      }
    }
    long misplaced = allocation.report().withCode("TF-NO-ROOM").size();
    assertThat(placed + misplaced).as("seed %d", seed).isEqualTo(cluster.nodes().size());
    for (HostCapacity host : hosts) {
      assertThat(used.getOrDefault(host.name(), 0L))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(host.freeMebibytes());
      boolean hasNone = !controlPlanes.containsKey(host.name());
      long room = host.freeMebibytes() - demanded.getOrDefault(host.name(), 0L);
      controlPlanes.values().stream()
          .filter(memories -> hasNone && memories.size() > 1)
          .forEach(
              memories ->
                  assertThat(memories.stream().mapToLong(Long::longValue).min().orElseThrow())
                      .as("seed %d: %s could have taken it", seed, host.name())
                      .isGreaterThan(room));
    }
  }
}
