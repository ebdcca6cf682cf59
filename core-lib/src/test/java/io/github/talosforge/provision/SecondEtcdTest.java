package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.bootstrap.BootstrapResult;
import io.github.talosforge.bootstrap.TalosFlowException;
import io.github.talosforge.bootstrap.TalosLog;
import io.github.talosforge.bootstrap.TalosOptions;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.plan.BeginEtcd;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.simulator.talos.Machine;
import io.github.talosforge.simulator.world.Troubles.Trouble;
import io.github.talosforge.simulator.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A cluster has one etcd, whatever the files say and whatever its machines are passing through. */
class SecondEtcdTest {
  private static final TalosOptions PATIENT = TalosOptions.defaults();
  private static final TalosOptions HASTY = HurriedSessions.IMPATIENT;
  private static final String BOOTSTRAP = "POST /machine.MachineService/Bootstrap";
  private static final String CONFIGURE = "POST /machine.MachineService/ApplyConfiguration";
  private static final String SWAPPED =
      """
      nodes:
        - {name: cp-1, proxmox_node: pve1, vm_memory: 4096}
        - {name: cp-2, controller: true, proxmox_node: pve1, vm_memory: 4096}
      """;
  private static final String REPLACED =
      "nodes: [{name: cp-a, controller: true, proxmox_node: pve1, vm_memory: 4096}]\n";

  /** How the old control plane is when the files have a new one in its place. */
  enum Old {
    STOPPED("does not run"),
    SILENT("Cannot reach"),
    APART("is a control plane of this cluster");

    private final String words;

    Old(String words) {
      this.words = words;
    }

    private void put(TalosWorld world) {
      World simulated = world.simulator.world();
      int vm = world.vm("cp-1");
      switch (this) {
        case STOPPED -> world.cluster.edit(vm, old -> old.process(null));
        case SILENT -> world.trouble("cp-1", Trouble.CUT_OFF, true);
        case APART ->
            simulated.locked(
                () -> {
                  simulated.troubles().cut(vm, world.vm("cp-a"), true);
                  simulated.touch();
                  return vm;
                });
      }
    }
  }

  private static TalosWorld replaced() {
    TalosWorld world = new TalosWorld("1.12.4", 1, 0).provisioned();
    world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT));
    world.cluster.nodes(REPLACED);
    return world.provisioned();
  }

  private static TalosFlowException refused(TalosWorld world, TalosOptions options) {
    return catchThrowableOfType(
        TalosFlowException.class,
        () -> world.talos(talos -> talos.bootstrap(options, TalosLog.SILENT)));
  }

  private static boolean hasEtcd(TalosWorld world, String node) {
    int vm = world.vm(node);
    return world
        .simulator
        .world()
        .locked(() -> world.simulator.talos().machine(vm).filter(Machine::hasEtcd).isPresent());
  }

  @ParameterizedTest
  @EnumSource
  void aControlPlaneThatTheFilesNoLongerNameMayHaveIt(Old old) {
    try (TalosWorld world = replaced()) {
      old.put(world);

      Plan plan = world.plan();
      TalosFlowException told = refused(world, PATIENT);

      assertThat(hasEtcd(world, "cp-a")).isFalse();
      assertThat(told).isNotNull();
      assertThat(told.lastSeen()).containsOnlyKeys(NodeName.of("cp-1"));
      assertThat(told.getMessage())
          .contains("etcd was not bootstrapped", old.words)
          .contains("Put its node back into the files", "destroy the whole cluster first");
      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.changes(BeginEtcd.class)).isEmpty();
      assertThat(plan.findings().withCode("TF-ETCD-MAY-EXIST"))
          .singleElement()
          .satisfies(finding -> assertThat(finding.message()).contains("cp-1", old.words));
    }
  }

  @Test
  void aVmOnADownHostWhoseNameIsForgottenMayHaveIt() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0).provisioned()) {
      world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT));
      world.cluster.nodes(REPLACED.replace("pve1", "pve2"));
      world.provisioned();
      int old = world.vm("cp-1");
      world.simulator.interventions().host("pve1", false);
      world.simulator.interventions().tellNews();

      TalosFlowException told = refused(world, PATIENT);

      assertThat(hasEtcd(world, "cp-a")).isFalse();
      assertThat(told).isNotNull();
      assertThat(told.getMessage())
          .contains("etcd was not bootstrapped", "VM " + old + " on pve1 is on a host that is down")
          .contains("Bring the host back")
          .doesNotContain("into the files");
    }
  }

  @Test
  void whenItIsDestroyedTheNewOneBegins() {
    try (TalosWorld world = replaced()) {
      destroy(world, "cp-1");

      BootstrapResult result = world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT));

      assertThat(result.bootstrapped()).contains(NodeName.of("cp-a"));
      assertThat(result.health().healthy()).isTrue();
    }
  }

  private static void destroy(TalosWorld world, String node) {
    try (ClusterSession session = world.cluster.session()) {
      Plan plan = session.planDestruction(new NodeSelection(List.of(node), List.of()), false);
      assertThat(session.apply(plan, ApplyOptions.defaults(), ApplyLog.SILENT).complete()).isTrue();
    }
  }

  @Test
  void aMachineThatNeverGotAConfigurationHasNone() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 1).provisioned()) {
      world.cluster.nodes(
          "nodes: [{name: cp-1, controller: true, proxmox_node: pve1, vm_memory: 4096}]\n");

      assertThat(world.plan().changes(BeginEtcd.class)).hasSize(1);
      assertThat(world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT)).bootstrapped())
          .contains(NodeName.of("cp-1"));
    }
  }

  /** A power cut: the old ones come up with their data while the first by name is new and empty. */
  @Test
  void controlPlanesThatCannotSayYetAreWaitedFor() {
    try (TalosWorld world = new TalosWorld("1.12.4", 3, 0).provisioned()) {
      world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT));
      destroy(world, "cp-1");
      for (String node : List.of("cp-2", "cp-3")) {
        world.trouble(node, Trouble.ETCD_WAITS, true);
        world.trouble(node, Trouble.REBOOTS, true);
      }
      world.provisioned();

      assertThat(world.plan().changes(BeginEtcd.class)).isEmpty();
      TalosFlowException told = refused(world, HASTY);

      assertThat(hasEtcd(world, "cp-1")).isFalse();
      assertThat(told).isNotNull();
      assertThat(told.lastSeen()).containsOnlyKeys(NodeName.of("cp-2"), NodeName.of("cp-3"));
      assertThat(told.getMessage())
          .contains("etcd does not say yet whether it has data", "its state is 'Waiting'", "cri");
    }
  }

  /** The files hide the only etcd: its control plane is a worker there, and a new one is added. */
  @Test
  void aControlPlaneThatTheFilesCallAWorkerKeepsItsEtcd() {
    try (TalosWorld world = new TalosWorld("1.12.4", 1, 0).provisioned()) {
      world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT));
      world.cluster.nodes(SWAPPED);
      world.provisioned();

      Plan plan = world.plan();
      long before = world.simulator.journal().count();
      TalosFlowException told = refused(world, PATIENT);

      assertThat(world.simulator.journal().since(before))
          .noneMatch(call -> call.isTo(BOOTSTRAP) || call.isTo(CONFIGURE));
      assertThat(hasEtcd(world, "cp-1")).isTrue();
      assertThat(told).isNotNull();
      assertThat(told.lastSeen()).containsOnlyKeys(NodeName.of("cp-1"));
      assertThat(told.getMessage())
          .contains(
              "Nothing was configured", "it runs as a control plane, but the files say worker")
          .contains("Give node cp-1 its old role", "removeNode --node=cp-1");
      assertThat(plan.isBlocked()).isTrue();
      assertThat(plan.changes(BeginEtcd.class)).isEmpty();
      assertThat(plan.findings().withCode("TF-ROLE-CHANGED"))
          .singleElement()
          .satisfies(finding -> assertThat(finding.message()).contains("cp-1", "control plane"));
    }
  }

  /** Talos loads etcd's image before etcd looks at its data, and that may take any time. */
  @Test
  void controlPlanesWithDataMayTakeLongToShowIt() {
    try (TalosWorld world = new TalosWorld("1.12.4", 3, 0).provisioned()) {
      world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT));
      destroy(world, "cp-1");
      List<String> old = List.of("cp-2", "cp-3");
      for (String node : old) {
        world.trouble(node, Trouble.ETCD_PULLS, true);
        world.trouble(node, Trouble.REBOOTS, true);
      }
      world.provisioned();

      assertThat(world.plan().changes(BeginEtcd.class)).isEmpty();
      long before = world.simulator.journal().count();
      TalosFlowException told = refused(world, HASTY);

      assertThat(world.simulator.journal().since(before)).noneMatch(call -> call.isTo(BOOTSTRAP));
      assertThat(hasEtcd(world, "cp-1")).isFalse();
      assertThat(told).isNotNull();
      assertThat(told.lastSeen()).containsOnlyKeys(NodeName.of("cp-2"), NodeName.of("cp-3"));
      assertThat(told.getMessage())
          .contains("etcd was not bootstrapped: control planes have data of one")
          .contains("it has data of etcd, which does not run yet, its state is 'Preparing'")
          .contains("Wait until they are up", "run this again");

      old.forEach(node -> world.trouble(node, Trouble.ETCD_PULLS, false));
      BootstrapResult result = world.talos(talos -> talos.bootstrap(PATIENT, TalosLog.SILENT));
      assertThat(result.bootstrapped()).isEmpty();
      assertThat(result.health().healthy()).isTrue();
    }
  }
}
