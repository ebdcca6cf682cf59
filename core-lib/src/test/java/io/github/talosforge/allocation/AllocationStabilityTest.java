package io.github.talosforge.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.fixture.ClusterFixture;
import io.github.talosforge.fixture.NodeFixture;
import io.github.talosforge.model.CidrBlock;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.MacAddress;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeRole;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.PoolSpec;
import io.github.talosforge.model.SmbiosUuid;
import io.github.talosforge.model.VmId;
import io.github.talosforge.model.Wwn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What must hold for every cluster, over random ones; a failure names its seed. */
class AllocationStabilityTest {
  private static final int CLUSTERS = 300;
  private final Allocator allocator = new Allocator();

  /** A cluster that can be changed and built again. */
  private static final class RandomCluster {
    final Map<String, Integer> poolCounts = new TreeMap<>();
    final Map<String, NodeRole> poolRoles = new TreeMap<>();
    final Map<String, Integer> poolIds = new TreeMap<>();
    final Map<String, Boolean> dataVms = new TreeMap<>();
    final Map<String, NodeRole> singles = new TreeMap<>();
    final Map<String, Integer> pinnedIds = new TreeMap<>();

    RandomCluster(Random random) {
      int pools = random.nextInt(5);
      for (int i = 0; i < pools; i++) {
        String name = "pool" + (char) ('a' + random.nextInt(20));
        poolCounts.put(name, 1 + random.nextInt(10));
        poolRoles.put(name, random.nextInt(4) == 0 ? NodeRole.CONTROL_PLANE : NodeRole.WORKER);
        dataVms.put(name, random.nextBoolean());
        if (random.nextInt(3) == 0) {
          poolIds.put(name, 50_000 + i * 100);
        }
      }
      int count = 1 + random.nextInt(8);
      for (int i = 0; i < count; i++) {
        String name = "single-" + random.nextInt(1000);
        singles.put(name, random.nextInt(3) == 0 ? NodeRole.CONTROL_PLANE : NodeRole.WORKER);
        dataVms.put(name, random.nextBoolean());
        if (random.nextInt(4) == 0) {
          pinnedIds.put(name, 60_000 + i);
        }
      }
    }

    ClusterSpec build(Consumer<ClusterFixture> change) {
      ClusterFixture fixture = ClusterFixture.empty().hosts("pve1", "pve2", "pve3");
      fixture.nodeCidr = CidrBlock.of("10.20.0.0/20");
      fixture.controlPlaneOffset = 10;
      fixture.workerOffset = 500;
      poolCounts.forEach(
          (name, count) ->
              fixture.pool(
                  name,
                  poolRoles.get(name),
                  count,
                  Optional.ofNullable(poolIds.get(name)),
                  Optional.empty(),
                  node -> node.dataVm = dataVms.get(name)));
      singles.forEach((name, role) -> fixture.node(name, role, node -> single(name, node)));
      change.accept(fixture);
      return fixture.build();
    }

    private void single(String name, NodeFixture node) {
      node.dataVm = dataVms.get(name);
      Optional.ofNullable(pinnedIds.get(name)).ifPresent(node::vmId);
    }

    ClusterSpec build() {
      return build(fixture -> {});
    }
  }

  private static World world(Random random) {
    Set<VmId> ids = new HashSet<>();
    Set<Ipv4Address> addresses = new HashSet<>();
    CidrBlock subnet = CidrBlock.of("10.20.0.0/20");
    for (int i = random.nextInt(40); i > 0; i--) {
      ids.add(VmId.of(2000 + random.nextInt(2000)));
      ids.add(VmId.of(20_000 + random.nextInt(20_000)));
      subnet.host(10 + random.nextInt(900)).ifPresent(addresses::add);
    }
    return new World(List.of(), List.of(), ids, addresses, Set.of());
  }

  @Test
  void nothingEverCollides() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      Random random = new Random(seed);
      ClusterSpec spec = new RandomCluster(random).build();
      World world = world(random);
      Allocation allocation = allocator.allocate(spec, world);
      assertThat(allocation.report().findings()).as("seed %d", seed).isEmpty();
      assertThat(allocation.layout().assignments()).hasSize(spec.nodes().size());
      assertUnique(seed, allocation.layout(), world);
    }
  }

  private static void assertUnique(int seed, ClusterLayout layout, World world) {
    List<VmId> ids = new ArrayList<>();
    List<Ipv4Address> addresses = new ArrayList<>();
    List<MacAddress> macs = new ArrayList<>();
    List<SmbiosUuid> uuids = new ArrayList<>();
    List<Wwn> wwns = new ArrayList<>();
    for (NodeAssignment node : layout.assignments().values()) {
      ids.add(node.vmId());
      node.dataVmId().ifPresent(ids::add);
      node.address().ifPresent(addresses::add);
      macs.addAll(node.macs());
      uuids.add(node.uuid());
      wwns.addAll(node.wwns().values());
    }
    assertThat(ids).as("seed %d", seed).doesNotHaveDuplicates();
    assertThat(addresses).as("seed %d", seed).doesNotHaveDuplicates();
    assertThat(macs).as("seed %d", seed).doesNotHaveDuplicates();
    assertThat(uuids).as("seed %d", seed).doesNotHaveDuplicates();
    assertThat(wwns).as("seed %d", seed).doesNotHaveDuplicates();
    assertThat(ids)
        .as("seed %d", seed)
        .doesNotContainAnyElementsOf(withSomething(world.takenIds()));
    assertThat(Collections.disjoint(addresses, world.takenAddresses()))
        .as("seed %d", seed)
        .isTrue();
  }

  private static Set<VmId> withSomething(Set<VmId> ids) {
    Set<VmId> some = new HashSet<>(ids);
    some.add(VmId.of(100));
    return some;
  }

  @Test
  void orderInTheFileChangesNothing() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      Random random = new Random(seed);
      RandomCluster cluster = new RandomCluster(random);
      World world = world(random);
      ClusterSpec shuffled =
          cluster.build(
              fixture -> {
                Collections.shuffle(fixture.nodes(), random);
                Collections.shuffle(fixture.pools, random);
              });
      assertThat(allocator.allocate(shuffled, world).layout())
          .as("seed %d", seed)
          .isEqualTo(allocator.allocate(cluster.build(), world).layout());
    }
  }

  @Test
  void growingOrShrinkingAPoolMovesNobodyElse() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      Random random = new Random(seed);
      RandomCluster cluster = new RandomCluster(random);
      if (cluster.poolCounts.isEmpty()) {
        continue;
      }
      World world = world(random);
      ClusterLayout before = allocator.allocate(cluster.build(), world).layout();
      List<String> pools = List.copyOf(cluster.poolCounts.keySet());
      cluster.poolCounts.put(pools.get(random.nextInt(pools.size())), random.nextInt(30));
      assertSurvivorsKeepAllButTheirHost(seed, before, allocator.allocate(cluster.build(), world));
    }
  }

  private static void assertSurvivorsKeepAllButTheirHost(
      int seed, ClusterLayout before, Allocation after) {
    for (NodeAssignment old : before.assignments().values()) {
      after
          .layout()
          .of(old.node())
          .ifPresent(
              now -> {
                assertThat(withoutHost(now)).as("seed %d", seed).isEqualTo(withoutHost(old));
              });
    }
  }

  private static NodeAssignment withoutHost(NodeAssignment node) {
    return new NodeAssignment(
        node.node(),
        node.vmId(),
        node.dataVmId(),
        Optional.empty(),
        node.address(),
        node.macs(),
        node.uuid(),
        node.wwns());
  }

  @Test
  void whatIsObservedStaysWhateverElseChanges() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      Random random = new Random(seed);
      RandomCluster cluster = new RandomCluster(random);
      World world = world(random);
      ClusterLayout before = allocator.allocate(cluster.build(), world).layout();
      World built = Worlds.built(before, List.of(), world);
      cluster.poolCounts.replaceAll((pool, count) -> random.nextInt(20));
      cluster.poolCounts.put("pool0", 3);
      cluster.poolRoles.put("pool0", NodeRole.WORKER);
      cluster.dataVms.put("pool0", true);
      cluster.singles.keySet().removeIf(name -> random.nextInt(3) == 0);
      cluster.singles.put("a-new-one", NodeRole.WORKER);
      cluster.dataVms.put("a-new-one", false);
      Allocation after = allocator.allocate(cluster.build(), built);
      assertThat(after.report().findings()).as("seed %d", seed).isEmpty();
      for (NodeAssignment old : before.assignments().values()) {
        after.layout().of(old.node()).ifPresent(now -> assertThat(now).isEqualTo(old));
      }
    }
  }

  @Test
  void secondRunWithEverythingBuiltPinsAndReportsNothing() {
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      ClusterSpec spec = new RandomCluster(random).build();
      World world = world(random);
      ClusterLayout before = allocator.allocate(spec, world).layout();
      Allocation again = allocator.allocate(spec, Worlds.built(before, List.of(), world));
      assertThat(again.layout()).isEqualTo(before);
      assertThat(again.pins()).isEmpty();
      assertThat(again.report().isEmpty()).isTrue();
    }
  }

  @Test
  void membersStandSideBySideInTheirPool() {
    for (int seed = 0; seed < CLUSTERS; seed++) {
      ClusterSpec spec = new RandomCluster(new Random(seed)).build();
      ClusterLayout layout = allocator.allocate(spec, World.unknown()).layout();
      for (PoolSpec pool : spec.pools()) {
        NodeAssignment first = layout.of(NodeName.of(pool.name() + "-1")).orElseThrow();
        for (NodeSpec node : spec.nodes()) {
          node.pool()
              .filter(member -> member.pool().equals(pool.name()))
              .ifPresent(
                  member ->
                      assertThat(layout.of(node.name()).orElseThrow().vmId().value())
                          .isEqualTo(first.vmId().value() + member.ordinal()));
        }
      }
    }
  }
}
