package io.github.talosforge.provision;

import static io.github.talosforge.provision.CdWorlds.BY_CD;
import static io.github.talosforge.provision.CdWorlds.OPTIONS;
import static io.github.talosforge.provision.CdWorlds.bootstrap;
import static io.github.talosforge.provision.CdWorlds.discs;
import static io.github.talosforge.provision.CdWorlds.vm;
import static io.github.talosforge.provision.CdWorlds.world;
import static io.github.talosforge.provision.CdWorlds.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.talosforge.HurriedSessions;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.NodeOutcome;
import io.github.talosforge.bootstrap.SeenNode;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.BeginEtcd;
import io.github.talosforge.plan.ConfigureMachine;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanJson;
import io.github.talosforge.plan.PlanText;
import io.github.talosforge.plan.StartVm;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.fault.Occurrence;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.talos.Stage;
import io.github.talosforge.simulator.world.HaResource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that get their configuration on a CD, which holds secrets and must not stay. */
class CidataTest {
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
        root.vm(vm(world, "worker-1").host(), vm).start().await(Duration.ofMinutes(10));
      }

      assertThatThrownBy(
              () ->
                  world.talos(talos -> talos.bootstrap(HurriedSessions.IMPATIENT, TalosLog.SILENT)))
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
      root.vm(vm.host(), vm.id()).stop(() -> {}).await(Duration.ofMinutes(10));
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
