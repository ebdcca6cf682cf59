package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.apply.ApplyResult;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.Fault;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.world.HaResource;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nobody waits for a manager that does nothing, and what it gave up on can be had again. */
class HaPowerTest {
  private static final int VM = 2000;
  private static final String NODE =
      "nodes: [{name: cp-1, controller: true, proxmox_node: pve1, ha: true MORE}]\n";

  private final FlyingTime time = new FlyingTime();
  private final SimulatedCluster cluster =
      new SimulatedCluster(Simulator.builder().hosts(3).timeScale(0.1).time(time).start())
          .storage("ceph")
          .nodes(NODE.replace("MORE", ""));

  @AfterEach
  void close() {
    cluster.close();
  }

  private void whenAsked(String verb, Fault fault) {
    cluster
        .simulator
        .faults()
        .add(
            FaultRule.on(CallPattern.of("POST", "/nodes/{node}/qemu/{vmid}/status/" + verb))
                .nth(1)
                .goesWrong(fault));
  }

  private HaResource managed() {
    return cluster.simulator.world().ha().resources().get("vm:" + VM);
  }

  private void unlock() {
    cluster.simulator.faults().clear();
    cluster.simulator.interventions().unlock(VM);
  }

  private static String reasons(ApplyResult result) {
    return result.outcomes().stream()
        .flatMap(outcome -> outcome.reason().stream())
        .reduce("", String::concat);
  }

  @Test
  void vmThatCouldNotBeStoppedIsDestroyedByTheNextRun() {
    cluster.provision();
    whenAsked("stop", new Fault.Locked("backup", VM));

    assertThat(reasons(cluster.destroy()))
        .contains("High availability could not stop VM 2000", "gave up", "run again");
    assertThat(managed().error()).isTrue();
    assertThat(cluster.plan().findings().withCode(PlanFinding.HA_GAVE_UP.code()))
        .singleElement()
        .asString()
        .contains("VM 2000", "cp-1", "ha-manager set vm:2000 --state disabled");
    unlock();

    assertThat(cluster.destroy().complete()).isTrue();
    assertThat(cluster.nodes()).isEmpty();
    assertThat(managed()).isNull();
  }

  @Test
  void vmThatCouldNotBeStoppedIsRestartedByTheNextRun() {
    cluster.provision();
    cluster.nodes(NODE.replace("MORE", ", vm_cores: 3"));
    whenAsked("shutdown", new Fault.Locked("backup", VM));

    assertThat(reasons(cluster.provision(true))).contains("could not stop VM 2000");
    unlock();

    ApplyResult next = cluster.provision(true);
    assertThat(next.complete()).as(reasons(next)).isTrue();
    assertThat(managed().state()).isEqualTo("started");
    assertThat(managed().error()).isFalse();
    assertThat(cluster.plan().waiting()).isEmpty();
    assertThat(cluster.plan().changes()).isEmpty();
  }

  @Test
  void vmThatCouldNotBeStartedIsStartedByTheNextRun() {
    cluster.provision();
    cluster.simulator.world().ha().resources().put("vm:" + VM, managed().failed());
    cluster.edit(VM, vm -> vm.process(null));

    ApplyResult next = cluster.provision();

    assertThat(next.complete()).as(reasons(next)).isTrue();
    assertThat(managed().state()).isEqualTo("started");
    assertThat(managed().error()).isFalse();
    assertThat(cluster.nodes().values()).allMatch(vm -> vm.get("(running)").equals("true"));
  }

  @Test
  void nobodyWaitsWithoutQuorum() {
    cluster.provision();
    whenAsked("stop", new Fault.Next(new Fault.QuorumLost()));
    // The request ends long before the manager looks at it.
    time.perLook(Duration.ofMillis(5));

    assertThat(reasons(cluster.destroy())).contains("no quorum", "VM 2000", "run again");
    cluster.simulator.faults().clear();
    cluster.simulator.interventions().quorum(true);
    time.perLook(Duration.ofMillis(200));

    assertThat(cluster.destroy().complete()).isTrue();
  }
}
