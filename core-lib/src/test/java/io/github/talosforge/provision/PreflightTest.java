package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.finding.FindingReport;
import io.github.talosforge.image.http.HttpImageFactory;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedStorage;
import io.github.talosforge.observe.Observer;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanRequest;
import io.github.talosforge.plan.Planner;
import io.github.talosforge.preflight.Account;
import io.github.talosforge.preflight.Preflight;
import io.github.talosforge.preflight.PreflightFinding;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.SimulatorBuilder;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Bridge;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.StorageType;
import io.github.talosforge.simulator.world.Vnet;
import io.github.talosforge.simulator.world.Zone;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Everything that stands in the way is said at once, before the first write. */
class PreflightTest {
  private static final String ONE =
      """
      nodes:
        - {name: cp-1, controller: true, proxmox_node: pve1}
      """;
  private static final int TALOS_API = 50000;

  private static SimulatedCluster one() {
    return SimulatedCluster.start().nodes(ONE);
  }

  private static SimulatedCluster in(SimulatorBuilder simulator) {
    return new SimulatedCluster(simulator.timeScale(0).start()).nodes(ONE);
  }

  @Test
  void aStorageThatIsNotThereIsNamedWithThoseThatAre() {
    try (SimulatedCluster cluster = one().storage("tank")) {
      assertThat(only(cluster.plan(), PreflightFinding.STORAGE_MISSING))
          .contains("'tank' is not there on host pve1", "local, local-lvm, local-zfs");
    }
  }

  @Test
  void whatSeveralHostsLackIsToldOnceWithTheLineThatWantsIt() {
    try (SimulatedCluster cluster =
        SimulatedCluster.start()
            .nodes("pools: [{name: cp, role: controlplane, count: 3}]\n")
            .cluster("proxmox_bridge: vmbr7\n")
            .storage("tank")) {
      Plan plan = cluster.plan();

      assertThat(only(plan, PreflightFinding.STORAGE_MISSING))
          .contains("'tank' is not there on hosts pve1, pve2, pve3", "Storages of these hosts: ");
      assertThat(only(plan, PreflightFinding.BRIDGE_MISSING))
          .contains("'vmbr7' is not there on hosts pve1, pve2, pve3");
      assertThat(plan.findings().findings())
          .allSatisfy(finding -> assertThat(finding.location()).isNotNull());
    }
  }

  @Test
  void aStorageThatAllowsNoImagesIsNamedWithTheCommandThatAllowsThem() {
    SimulatorBuilder simulator =
        Simulator.builder()
            .hosts(3)
            .world(
                world ->
                    world
                        .storage(Storage.of("local", StorageType.DIR, 100L << 30, "iso", "vztmpl"))
                        .storage(Storage.of("local-zfs", StorageType.ZFSPOOL, 1L << 40, "images")));
    try (SimulatedCluster cluster = in(simulator)) {
      assertThat(only(cluster.plan(), PreflightFinding.STORAGE_CONTENT))
          .contains(
              "Storage 'local' does not allow the content 'import'",
              "pvesm set local --content import,iso,vztmpl");
    }
  }

  @Test
  void aStorageThatAHostCannotUseNowIsNamed() {
    try (SimulatedCluster cluster = one();
        ProxmoxClient client = cluster.root()) {
      ClusterSpec spec = cluster.spec();
      ObservedCluster seen = new Observer(client).observe(spec);
      ObservedCluster world =
          new ObservedCluster(
              seen.version(),
              seen.permissions(),
              seen.hosts(),
              seen.storages().stream().map(PreflightTest::unavailable).toList(),
              seen.guests(),
              seen.tasks());
      Plan plan =
          new Planner()
              .plan(
                  PlanRequest.of(
                      OwnedCluster.of(spec, world),
                      image -> SchematicId.of("a".repeat(64)),
                      NodeSelection.all(),
                      false));
      Dialer dialer = Dialer.direct().loopbackOnly();

      FindingReport report =
          new Preflight(
                  client,
                  dialer,
                  new Account("root@pam", Optional.empty()),
                  url -> new HttpImageFactory(url, dialer))
              .check(plan, world, spec);

      assertThat(all(plan.withFindings(report), PreflightFinding.STORAGE_UNAVAILABLE))
          .hasSize(2)
          .allMatch(text -> text.contains("is not available on host pve1 now"));
    }
  }

  private static ObservedStorage unavailable(ObservedStorage storage) {
    return new ObservedStorage(
        storage.name(), storage.host(), storage.shared(), false, storage.content(), 0, 0);
  }

  @Test
  void aFullStorageStopsThePlan() {
    try (SimulatedCluster cluster = one()) {
      cluster.simulator.interventions().fill("local-zfs");

      assertThat(only(cluster.plan(), PreflightFinding.STORAGE_FULL))
          .contains("'local-zfs' on host pve1 has 0 GiB free");
    }
  }

  @Test
  void aStorageThatCouldRunFullIsAWarning() {
    try (SimulatedCluster cluster = one()) {
      cluster.simulator.interventions().occupy("local-zfs", 995L << 30);
      cluster.simulator.interventions().tellNews();

      Plan plan = cluster.plan();

      assertThat(only(plan, PreflightFinding.STORAGE_OVERCOMMITTED)).contains("are promised");
      assertThat(plan.isBlocked()).isFalse();
    }
  }

  @Test
  void aBridgeThatIsNotThereIsNamedWithThoseThatAre() {
    try (SimulatedCluster cluster = one().cluster("proxmox_bridge: vmbr7\n")) {
      assertThat(only(cluster.plan(), PreflightFinding.BRIDGE_MISSING))
          .contains("'vmbr7' is not there on host pve1", "Bridges of this host: vmbr0");
    }
  }

  @Test
  void aVnetIsAsGoodAsABridge() {
    SimulatorBuilder simulator =
        Simulator.builder()
            .hosts(3)
            .world(world -> world.zone(new Zone("lab", "simple")).vnet(vnet("lab", "talosnet")));
    try (SimulatedCluster cluster = in(simulator).cluster("proxmox_bridge: talosnet\n")) {
      assertThat(cluster.plan().isBlocked()).isFalse();
    }
  }

  @Test
  void aTagOnABridgeThatDropsTagsIsAWarning() {
    SimulatorBuilder simulator =
        Simulator.builder()
            .world(
                world ->
                    world
                        .host(
                            Host.ordinary("pve1", 1)
                                .withBridges(List.of(new Bridge("vmbr0", false))))
                        .host(Host.ordinary("pve2", 2))
                        .host(Host.ordinary("pve3", 3)));
    try (SimulatedCluster cluster = in(simulator)) {
      assertThat(cluster.plan().findings().withCode("TF-BRIDGE-NOT-VLAN-AWARE")).isEmpty();

      Plan tagged = cluster.cluster("node_vlan_tag: 42\n").plan();

      assertThat(only(tagged, PreflightFinding.BRIDGE_NOT_VLAN_AWARE))
          .contains("Bridge 'vmbr0' on host pve1 is not VLAN aware");
      assertThat(tagged.isBlocked()).isFalse();
    }
  }

  @Test
  void anUnknownProcessorModelIsNamed() {
    try (SimulatedCluster cluster = one().cluster("proxmox_vm_defaults: {cpu_type: Zen9}\n")) {
      assertThat(only(cluster.plan(), PreflightFinding.CPU_TYPE_UNKNOWN))
          .contains("Host pve1 does not know the processor model 'Zen9'");
    }
  }

  @Test
  void anOwnProcessorModelThatCannotBeSeenIsAWarning() {
    try (SimulatedCluster cluster = one()) {
      cluster.cluster("proxmox_vm_defaults: {cpu_type: custom-quiet}\n");
      cluster.as(Rights.everythingBut(cluster.simulator, "Sys.Audit"));

      Plan plan = cluster.plan();

      assertThat(only(plan, PreflightFinding.CPU_TYPE_UNSEEN)).contains("custom-quiet");
      assertThat(plan.isBlocked()).isFalse();
    }
  }

  @Test
  void aKnownProcessorModelIsFineAndHostAsksNobody() {
    String models = "GET /nodes/{node}/capabilities/qemu/cpu";
    try (SimulatedCluster cluster = one().cluster("proxmox_vm_defaults: {cpu_type: x86-64-v3}\n")) {
      assertThat(cluster.plan().isBlocked()).isFalse();
      assertThat(cluster.simulator.journal().callsTo(models)).hasSize(1);

      assertThat(cluster.cluster("proxmox_vm_defaults: {cpu_type: host}\n").plan().isBlocked())
          .isFalse();
      assertThat(cluster.simulator.journal().callsTo(models)).hasSize(1);
    }
  }

  @Test
  void clocksThatDifferAreShownSideBySide() {
    try (SimulatedCluster cluster = one()) {
      Plan plan = cluster.planWithClockAhead(Duration.ofMinutes(-10));

      assertThat(only(plan, PreflightFinding.CLOCK_DIFFERS))
          .containsPattern("The server's clock says \\S+Z, this machine's \\S+Z\\.");
      assertThat(plan.isBlocked()).isFalse();
      assertThat(codes(cluster.plan())).doesNotContain(PreflightFinding.CLOCK_DIFFERS.code());

      assertThat(cluster.provision().complete()).isTrue();
      Plan nothing = cluster.planWithClockAhead(Duration.ofMinutes(10));
      assertThat(nothing.isEmpty()).isTrue();
      assertThat(codes(nothing)).contains(PreflightFinding.CLOCK_DIFFERS.code());
      assertThat(cluster.clocksAhead(Duration.ofMinutes(10)).findings())
          .extracting(Finding::code)
          .containsExactly(PreflightFinding.CLOCK_DIFFERS.code());
      assertThat(cluster.clocksAhead(Duration.ZERO).findings()).isEmpty();
    }
  }

  @Test
  void anIdThatAnInvisibleGuestHasIsNamed() {
    try (SimulatedCluster cluster = one()) {
      cluster.stranger(2000, "pve2", Map.of("name", "mail"));
      String token = Rights.onPool(cluster.simulator, "k8s");

      cluster.cluster("provision: import\nproxmox_pool: k8s\n");
      Plan plan = cluster.as(token).nodes(ONE.replace("pve1}", "pve1, vm_id: 2000}")).plan();

      assertThat(only(plan, PreflightFinding.ID_TAKEN))
          .contains("The id 2000 of node cp-1 is taken by a guest that these credentials cannot");
      assertThat(codes(plan)).contains(PreflightFinding.SIGHT_LIMITED.code());
    }
  }

  @Test
  void somebodyAtANodesAddressOrAtTheVirtualOneIsNamed() throws IOException {
    InetAddress node = InetAddress.getByName("127.0.22.11");
    try (SimulatedCluster cluster = one().network("127.0.22")) {
      cluster.nodes(ONE.replace("pve1}", "pve1, address: 127.0.22.11}"));
      try (ServerSocket talos = new ServerSocket(TALOS_API, 1, node)) {
        assertThat(talos.isBound()).isTrue();

        // Loopback has somebody at every address, who refuses.
        assertThat(all(cluster.plan(), PreflightFinding.ADDRESS_ANSWERS))
            .hasSize(2)
            .anyMatch(
                text -> text.contains("127.0.22.11, the address of node cp-1, and on Talos' port"))
            .anyMatch(
                text ->
                    text.contains("127.0.22.100, the address of the cluster's virtual address"));
      }
    }
  }

  @Test
  void aLiveClusterMayAnswerAtItsVirtualAddress() {
    try (SimulatedCluster cluster = one()) {
      assertThat(cluster.provision().complete()).isTrue();
      cluster.network("127.0.22").nodes(ONE + "  - {name: worker-1, proxmox_node: pve1}\n");

      assertThat(all(cluster.plan(), PreflightFinding.ADDRESS_ANSWERS))
          .noneMatch(text -> text.contains("virtual"));
    }
  }

  @Test
  void aReleaseThatTheFactoryDoesNotKnowIsNamedWithTheNewest() {
    try (SimulatedCluster cluster = one().talos("1.99.0")) {
      assertThat(only(cluster.plan(), PreflightFinding.VERSION_UNKNOWN))
          .contains("does not know Talos v1.99.0", "Its newest release is v1.13.9");
    }
  }

  @Test
  void anUnknownSystemExtensionIsNamedWithItsLineAndTheNearest() {
    try (SimulatedCluster cluster = one()) {
      cluster.cluster("talos_schematic: {extensions: [siderolabs/iscsi-tols]}\n");
      Plan plan = cluster.plan();

      assertThat(only(plan, PreflightFinding.EXTENSION_UNKNOWN))
          .contains("has no system extension siderolabs/iscsi-tols for Talos v1.12.4")
          .contains("Did you mean siderolabs/iscsi-tools?");
      assertThat(plan.isBlocked()).isTrue();
      int line = (int) cluster.clusterFile().lines().count();
      assertThat(plan.findings().findings())
          .filteredOn(it -> it.code().equals(PreflightFinding.EXTENSION_UNKNOWN.code()))
          .singleElement()
          .satisfies(it -> assertThat(it.location().line()).isEqualTo(line));

      cluster.cluster("talos_schematic: {extensions: [siderolabs/iscsi-tools]}\n");
      assertThat(cluster.plan().isBlocked()).isFalse();
    }
  }

  @Test
  void aFactoryThatCannotBeReachedFromHereIsAWarning() {
    try (SimulatedCluster cluster = one().factory("http://127.0.0.1:1")) {
      Plan plan = cluster.plan();

      assertThat(only(plan, PreflightFinding.FACTORY_UNREACHABLE)).contains("127.0.0.1");
      assertThat(plan.isBlocked()).isFalse();
    }
  }

  @Test
  void everythingIsSaidAtOnceAndNothingIsWritten() {
    try (SimulatedCluster cluster = one().talos("1.99.0").storage("tank")) {
      cluster.cluster("proxmox_bridge: vmbr7\nproxmox_vm_defaults: {cpu_type: Zen9}\n");
      cluster.simulator.interventions().fill("local");
      String token = Rights.everythingBut(cluster.simulator, "VM.Config.CPU");

      Plan plan = cluster.as(token).plan();

      assertThat(codes(plan))
          .contains(
              PreflightFinding.RIGHT_MISSING.code(),
              PreflightFinding.STORAGE_MISSING.code(),
              PreflightFinding.STORAGE_FULL.code(),
              PreflightFinding.BRIDGE_MISSING.code(),
              PreflightFinding.CPU_TYPE_UNKNOWN.code(),
              PreflightFinding.VERSION_UNKNOWN.code());
      assertThat(plan.isBlocked()).isTrue();
      assertThat(cluster.simulator.journal().calls()).noneMatch(RecordedCall::isWrite);
    }
  }

  @Test
  void onlyWhatTheChangesTouchIsRead() {
    try (SimulatedCluster cluster = one()) {
      assertThat(cluster.plan().isBlocked()).isFalse();
      // Three lists, the bridges of the one host that gets a VM.
      assertThat(reads(cluster, 0))
          .containsExactlyInAnyOrder(
              "/version", "/access/permissions", "/cluster/resources", "/nodes/pve1/network");

      assertThat(cluster.provision().complete()).isTrue();
      cluster.nodes(ONE.replace("pve1}", "pve1, vm_memory: 9000}"));
      long mark = cluster.simulator.journal().count();
      assertThat(cluster.plan().changes()).hasSize(1);

      // A number that changes touches no network, no storage and no image.
      assertThat(reads(cluster, mark))
          .hasSize(5)
          .noneMatch(path -> path.contains("network") || path.contains("storage"));
    }
  }

  private static List<String> reads(SimulatedCluster cluster, long mark) {
    return cluster.simulator.journal().since(mark).stream().map(RecordedCall::path).toList();
  }

  private static Vnet vnet(String zone, String name) {
    return new Vnet(name, zone, 0, null);
  }

  private static String only(Plan plan, PreflightFinding kind) {
    assertThat(all(plan, kind)).as(plan.findings().render()).hasSize(1);
    return all(plan, kind).get(0);
  }

  private static List<String> all(Plan plan, PreflightFinding kind) {
    return plan.findings().findings().stream()
        .filter(finding -> finding.code().equals(kind.code()))
        .map(finding -> finding.message() + " " + finding.suggestion())
        .toList();
  }

  private static List<String> codes(Plan plan) {
    return plan.findings().findings().stream().map(Finding::code).toList();
  }
}
