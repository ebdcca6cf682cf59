package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.BeginEtcd;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.plan.WithdrawDisc;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.fault.Occurrence;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.talos.Stage;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.Volume;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that get their configuration on a CD, which holds secrets and must not stay. */
class CidataTest {
  private static final String BY_CD = "config_delivery: cidata\n";
  private static final TalosOptions OPTIONS =
      TalosOptions.defaults().withPatience(Duration.ofSeconds(30));

  private static TalosWorld world(String more) {
    TalosWorld world = new TalosWorld("1.12.4", 1, 1);
    world.cluster.cluster(BY_CD + more);
    return world;
  }

  private static BootstrapResult bootstrap(TalosWorld world) {
    return world.talos(talos -> talos.bootstrap(OPTIONS, TalosLog.SILENT));
  }

  private static List<String> discs(TalosWorld world) {
    return world.simulator.inspect().volumes().stream()
        .map(Volume::volid)
        .filter(id -> id.contains("cidata"))
        .toList();
  }

  private static VmState vm(TalosWorld world, String node) {
    return world.simulator.inspect().vm(world.vm(node)).orElseThrow();
  }

  private static int writes(TalosWorld world) {
    return world.simulator.journal().writes().size();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "provision: import\n", "provision: iso\n"})
  void clusterComesUpByCdsAndNoneIsLeft(String provision) {
    try (TalosWorld world = world(provision)) {
      Plan fresh = world.plan();
      assertThat(fresh.changes(CreateVm.class)).extracting(CreateVm::start).containsOnly(false);
      assertThat(fresh.changes(ConfigureMachine.class))
          .extracting(ConfigureMachine::way)
          .containsExactly(ConfigureMachine.Way.BY_DISC, ConfigureMachine.Way.BY_DISC);
      assertThat(fresh.changes(BeginEtcd.class)).hasSize(1);
      assertThat(PlanText.render(fresh, false))
          .contains("started later, with its configuration on a CD")
          .contains("+ cp-1  gets its configuration on a CD, and is started")
          .contains("the CD is ejected and deleted when the node runs");
      assertThat(PlanJson.render(fresh)).contains("\"by-disc\"");

      world.provisioned();
      for (String node : List.of("cp-1", "worker-1")) {
        assertThat(vm(world, node).running()).isFalse();
        assertThat(vm(world, node).config().toString()).doesNotContain("cloudinit");
      }
      Plan waiting = world.plan();
      assertThat(waiting.changes(StartVm.class)).isEmpty();
      assertThat(waiting.changes()).hasSize(3);
      List<SeenNode> started = world.talos(talos -> talos.waitForTalos(OPTIONS, TalosLog.SILENT));
      assertThat(started).isEmpty();

      BootstrapResult result = bootstrap(world);

      assertThat(result.health().healthy()).isTrue();
      assertThat(result.bootstrapped()).contains(NodeName.of("cp-1"));
      assertThat(result.counters().changing()).as("begins etcd, no more").isEqualTo(1);
      assertThat(world.simulator.talos().console(world.vm("cp-1")))
          .contains("[talos] config is fetched from the volume cidata")
          .noneMatch(line -> line.contains("fingerprint"));
      assertThat(discs(world)).isEmpty();
      assertThat(vm(world, "cp-1").config()).containsEntry("ide0", "none,media=cdrom");
      assertThat(world.plan().changes()).isEmpty();
      assertThat(world.plan().waiting()).isEmpty();

      int before = writes(world);
      BootstrapResult again = bootstrap(world);
      assertThat(again.nodes())
          .extracting(NodeOutcome::ending)
          .containsOnly(NodeOutcome.Ending.UNCHANGED);
      assertThat(again.counters().changing()).isZero();
      assertThat(writes(world)).isEqualTo(before);
    }
  }

  @Test
  void neitherDataVmsNorHighAvailabilityStartWhatWaitsForACd() {
    try (TalosWorld world = world("")) {
      world.cluster.nodes(
          """
          nodes:
            - {name: cp-1, controller: true, proxmox_node: pve1, storage: ceph, ha: true}
            - {name: worker-1, proxmox_node: pve1, data_vm: true, ephemeral_size: 6}
          """);
      world.provisioned();
      assertThat(vm(world, "cp-1").running()).isFalse();
      // Both CDs are put in, and neither can be taken out.
      world
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("POST", "/nodes/{node}/qemu/{vmid}/config"))
                  .occurrence(new Occurrence(3, Integer.MAX_VALUE, 1))
                  .failsBefore(500, "no"));
      assertThatThrownBy(() -> bootstrap(world)).isInstanceOf(RuntimeException.class);
      world.simulator.faults().clear();
      assertThat(vm(world, "cp-1").config().get("ide0")).contains("cidata");
      assertThat(world.plan().isBlocked()).as("by a CD on local storage").isFalse();

      assertThat(bootstrap(world).health().healthy()).isTrue();
      assertThat(vm(world, "worker-1-data").running()).isFalse();
      assertThat(world.simulator.world().ha().resources().values())
          .extracting(HaResource::state)
          .containsExactly("started");
      assertThat(world.plan().changes()).isEmpty();
    }
  }

  @Test
  void hostThatComesBackStartsNoVmThatWaitsForItsCd() {
    try (TalosWorld world = world("").provisioned()) {
      String host = vm(world, "worker-1").host();
      world.simulator.interventions().host(host, false);
      world.simulator.interventions().host(host, true);
      assertThat(vm(world, "worker-1").running()).isFalse();
      assertThat(vm(world, "worker-1").config()).doesNotContainKey("onboot");

      assertThat(bootstrap(world).health().healthy()).isTrue();

      assertThat(vm(world, "worker-1").config()).containsEntry("onboot", "1");
      assertThat(world.plan().changes()).isEmpty();
    }
  }

  @Test
  void vmThatIsNotToStartWithItsHostDoesNotWithItsCdEither() {
    try (TalosWorld world = world("proxmox_vm_defaults: {onboot: false}\n").provisioned()) {
      assertThat(bootstrap(world).health().healthy()).isTrue();
      assertThat(vm(world, "worker-1").config()).doesNotContainKey("onboot");
      assertThat(world.plan().changes()).isEmpty();
    }
  }

  @Test
  void vmThatSomebodyStartedWithoutItsCdIsNamed() {
    try (TalosWorld world = world("").provisioned()) {
      int vm = world.vm("worker-1");
      try (ProxmoxClient root = world.cluster.root()) {
        root.vm(vm(world, "worker-1").host(), vm).start().await(Duration.ofSeconds(10));
      }

      assertThatThrownBy(
              () ->
                  world.talos(
                      talos ->
                          talos.bootstrap(
                              OPTIONS.withPatience(Duration.ofMillis(300)), TalosLog.SILENT)))
          .hasMessageContaining("VM " + vm + " on ")
          .hasMessageContaining("'qm stop " + vm + "'");
    }
  }

  @Test
  void addressesAreKeptInTheVmAlthoughNoCloudInitReadsThem() {
    try (TalosWorld world = world("").provisioned()) {
      assertThat(vm(world, "cp-1").config().get("ipconfig0")).contains("192.168.22.");
    }
  }

  @Test
  void onlyTheNodesThatAskForItGetACd() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1)) {
      world.cluster.cluster("proxmox_vm_worker_defaults: {config_delivery: cidata}\n");
      assertThat(world.plan().changes(ConfigureMachine.class))
          .extracting(ConfigureMachine::way)
          .containsExactly(ConfigureMachine.Way.FIRST, ConfigureMachine.Way.BY_DISC);
      world.provisioned();
      assertThat(vm(world, "cp-1").running()).isTrue();
      assertThat(bootstrap(world).health().healthy()).isTrue();
      assertThat(discs(world)).isEmpty();
      assertThat(world.plan().changes()).isEmpty();
    }
  }

  /** What every interrupted run leads to in the end. */
  @Tag("exhaustive")
  @Test
  void runThatDiesAfterAnyWriteIsFinishedByTheNextAndLeavesNoCd() {
    Map<String, Map<String, String>> expected;
    int count;
    try (TalosWorld world = world("").provisioned()) {
      int before = writes(world);
      assertThat(bootstrap(world).health().healthy()).isTrue();
      expected = world.cluster.nodes();
      count = writes(world) - before;
    }
    assertThat(count)
        .as("upload, insert, start, eject, delete; and the beginning of etcd")
        .isEqualTo(2 * 5 + 1);
    EveryCase.of(IntStream.rangeClosed(1, count).boxed())
        .forEach(write -> dieAfter(write, expected));
  }

  private static void dieAfter(int write, Map<String, Map<String, String>> expected) {
    try (TalosWorld world = world("").provisioned()) {
      DyingRun.after(world.simulator, write);
      try {
        bootstrap(world);
      } catch (RuntimeException died) {
        assertThat(died).isNotNull();
      }
      world.simulator.faults().clear();
      assertThat(world.plan().isBlocked()).isFalse();

      assertThat(world.cluster.provision().complete()).as("after write %d", write).isTrue();
      assertThat(bootstrap(world).health().healthy()).as("after write %d", write).isTrue();

      assertThat(discs(world)).as("after write %d", write).isEmpty();
      assertThat(world.cluster.nodes()).as("after write %d", write).isEqualTo(expected);
      assertThat(world.plan().changes()).as("after write %d", write).isEmpty();
      assertThat(world.simulator.talos().clusters()).hasSize(1);
      int before = writes(world);
      assertThat(bootstrap(world).counters().changing()).isZero();
      assertThat(writes(world)).isEqualTo(before);
    }
  }

  @Test
  void changedConfigurationReplacesACdThatWasNotReadYet() {
    try (TalosWorld world = world("").provisioned()) {
      world
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("POST", "/nodes/{node}/qemu/{vmid}/status/start"))
                  .failsBefore(500, "no"));
      assertThatThrownBy(() -> bootstrap(world)).isInstanceOf(RuntimeException.class);
      world.simulator.faults().clear();
      List<String> old = discs(world);
      assertThat(old).hasSize(2);
      world.cluster.cluster(BY_CD + "ntp_servers: [time.example.org]\n");

      assertThat(bootstrap(world).health().healthy()).isTrue();

      assertThat(discs(world)).isEmpty();
      assertThat(world.plan().changes()).isEmpty();
    }
  }

  @Test
  void planShowsACdThatAnEarlierRunLeft() {
    try (TalosWorld world = world("").provisioned()) {
      world
          .simulator
          .faults()
          .add(
              FaultRule.on(
                      CallPattern.of("DELETE", "/nodes/{node}/storage/{storage}/content/{volume}"))
                  .failsBefore(500, "no"));
      assertThatThrownBy(() -> bootstrap(world)).isInstanceOf(RuntimeException.class);
      world.simulator.faults().clear();

      Plan plan = world.plan();

      assertThat(plan.changes()).isNotEmpty().allMatch(WithdrawDisc.class::isInstance);
      assertThat(PlanText.render(plan, false)).contains("CD with its configuration, no longer");
      assertThat(bootstrap(world).health().healthy()).isTrue();
      assertThat(discs(world)).isEmpty();
    }
  }

  @Test
  void discsOfOthersAreLeftAlone() {
    String foreign = "talosforge-cidata_fedcba9876543210_cp-1_0123456789abcdef.iso";
    try (TalosWorld world = world("").provisioned()) {
      world
          .simulator
          .world()
          .locked(
              () -> {
                world
                    .simulator
                    .world()
                    .volumes()
                    .put(
                        new Volume(
                            "local",
                            "pve1",
                            "iso/" + foreign,
                            "iso",
                            "iso",
                            10,
                            10,
                            0,
                            null,
                            0,
                            null,
                            Map.of(),
                            Map.of()));
                return true;
              });
      assertThat(bootstrap(world).health().healthy()).isTrue();
      assertThat(discs(world)).containsExactly("local:iso/" + foreign);
      assertThat(world.plan().changes()).isEmpty();
    }
  }

  @Test
  void destroyedNodesTakeTheirCdsAlong() {
    try (TalosWorld world = world("").provisioned()) {
      world
          .simulator
          .faults()
          .add(
              FaultRule.on(CallPattern.of("POST", "/nodes/{node}/qemu/{vmid}/status/start"))
                  .failsBefore(500, "no"));
      assertThatThrownBy(() -> bootstrap(world)).isInstanceOf(RuntimeException.class);
      world.simulator.faults().clear();
      assertThat(discs(world)).hasSize(2);

      try (ClusterSession session = world.cluster.session()) {
        Plan plan = session.planDestruction(NodeSelection.all(), false);
        assertThat(plan.changes(RemoveDisc.class)).hasSize(2);
        assertThat(PlanText.render(plan, false))
            .contains("- CD with a configuration in local on", "2 to destroy");
        assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete())
            .isTrue();
      }

      assertThat(discs(world)).isEmpty();
      assertThat(world.cluster.nodes()).isEmpty();
    }
  }

  @Test
  void withoutTheRightToDeleteACdNoneIsMade() {
    try (TalosWorld world = world("").provisioned()) {
      world.cluster.as(Rights.everythingBut(world.simulator, "Datastore.Allocate"));
      int before = writes(world);

      assertThatThrownBy(() -> bootstrap(world))
          .isInstanceOf(TalosFlowException.class)
          .hasMessageContaining("lack Datastore.Allocate on /storage/local");

      assertThat(writes(world)).isEqualTo(before);
    }
  }

  @Test
  void nodeThatWasStoppedByHandIsStartedAsAnyOther() {
    try (TalosWorld world = world("").provisioned()) {
      assertThat(bootstrap(world).health().healthy()).isTrue();
      stop(world, "worker-1");

      assertThat(world.plan().changes(StartVm.class)).hasSize(1);
      assertThat(world.cluster.provision().complete()).isTrue();
      assertThat(bootstrap(world).health().healthy()).isTrue();
      assertThat(discs(world)).isEmpty();
    }
  }

  private static void stop(TalosWorld world, String node) {
    VmState vm = vm(world, node);
    try (ProxmoxClient root = world.cluster.root()) {
      root.vm(vm.host(), vm.id()).stop().await(Duration.ofSeconds(10));
    }
  }

  @Test
  void outputSaysWhatHappensToTheCds() {
    ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();
    TalosLog log =
        new TalosLog() {
          @Override
          public void does(NodeName node, String words) {
            said.add(node + ": " + words);
          }
        };
    try (TalosWorld world = world("").provisioned()) {
      world.talos(talos -> talos.bootstrap(OPTIONS, log));
    }
    assertThat(String.join("\n", said))
        .contains("cp-1: gets its configuration on the CD talosforge-cidata_0123456789abcdef_cp-1_")
        .contains("cp-1: the CD with its configuration is ejected and deleted");
  }

  @Test
  void nodesTagTheirOwnVlans() {
    try (TalosWorld world = world("")) {
      world.cluster.cluster(
          BY_CD + "proxmox_vm_defaults: {vlans: [{vlan_id: 30, addresses: dhcp}]}\n");
      world.provisioned();
      assertThat(bootstrap(world).health().healthy()).isTrue();
      assertThat(world.simulator.talos().stage(world.vm("cp-1"))).isEqualTo(Stage.RUNNING);
    }
  }
}
