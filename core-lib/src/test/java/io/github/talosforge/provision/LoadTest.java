package io.github.talosforge.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.apply.ApplyLog;
import io.github.talosforge.apply.ApplyOptions;
import io.github.talosforge.plan.NodeSelection;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.proxmox.ClientLimits;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.fault.CallPattern;
import io.github.talosforge.simulator.fault.FaultRule;
import io.github.talosforge.simulator.journal.RecordedCall;
import io.github.talosforge.simulator.world.Activities.HighWaterMark;
import io.github.talosforge.simulator.world.SimulatedTime;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * No host and no storage gets more at once than the client promises; the simulator itself keeps how
 * much it was.
 */
class LoadTest {
  private static final int HOSTS = 10;
  private static final int VMS = 200;
  private static final int AT_ONCE = 50;
  private static final int MOST_RUNS = 5;
  private static final ClientLimits PROMISED = ClientLimits.defaults();

  private static String nodes(int count) {
    return """
    pools:
      - {name: cp, role: controlplane, count: 3, vm_memory: 2048, vm_disk_size: 12}
      - {name: worker, count: %d, vm_memory: 2048, vm_disk_size: 12}
    """
        .formatted(count - 3);
  }

  /** How much the hosts and storages of a simulator were asked to do at once. */
  private record Marks(
      HighWaterMark slow,
      HighWaterMark copies,
      HighWaterMark clones,
      HighWaterMark imports,
      HighWaterMark downloads,
      HighWaterMark starts) {
    static Marks of(Simulator simulator) {
      return new Marks(
          simulator
              .inspect()
              .markTasks("qmclone", "qmcreate", "qmtemplate", "qmdestroy", "qmconfig", "download"),
          simulator.inspect().markCopies(),
          simulator.inspect().markTasks("qmclone"),
          simulator.inspect().markTasks("qmcreate"),
          simulator.inspect().markTasks("download", "imgcopy"),
          simulator.inspect().markTasks("qmstart"));
    }

    /** What was begun by a call whose answer was lost may run beside what is begun knowingly. */
    void areWithinLimits(Simulator simulator) {
      long lost = lost(simulator);
      assertThat(slow.byPlace().values())
          .isNotEmpty()
          .allMatch(count -> count <= PROMISED.slowCallsPerHost() + lost);
      assertThat(copies.byPlace().values())
          .isNotEmpty()
          .allMatch(count -> count <= PROMISED.fullClonesPerStorage() + lost);
      assertThat(clones.byPlace().values())
          .allMatch(count -> count <= PROMISED.fullClonesPerStorage() + lost);
      assertThat(imports.byPlace().values())
          .allMatch(count -> count <= PROMISED.fullClonesPerStorage() + lost);
      assertThat(downloads.byPlace().values())
          .as("an image is fetched once for each host")
          .allMatch(count -> count == 1);
      // Nobody promises anything about starts: a host has no more of them than changes run at once.
      assertThat(starts.byPlace().values()).isNotEmpty().allMatch(count -> count <= AT_ONCE);
    }

    private static long lost(Simulator simulator) {
      return simulator.journal().calls().stream()
          .filter(call -> call.isWrite() && call.faults().contains("Reset"))
          .count();
    }

    String most() {
      return "most at once on a host: %d slow tasks, %d clones, %d imports, %d downloads, %d starts; copies to a storage: %d"
          .formatted(
              most(slow), most(clones), most(imports), most(downloads), most(starts), most(copies));
    }

    private static int most(HighWaterMark mark) {
      Collection<Integer> values = mark.byPlace().values();
      return values.isEmpty() ? 0 : Collections.max(values);
    }
  }

  @Test
  @Tag("matrix")
  void twoHundredVmsOnTenHostsFiftyAtOnceWhileOneCallInAHundredFails() {
    Simulator simulator = Simulator.builder().hosts(HOSTS).timeScale(0.02).start();
    try (SimulatedCluster cluster = new SimulatedCluster(simulator).hosts(HOSTS)) {
      cluster.cluster("clone: full\n").nodes(nodes(VMS));
      someFail(simulator, 0.005);
      Marks marks = Marks.of(simulator);
      int runs = runs(cluster);
      System.out.println("Runs: " + runs + ", " + marks.most());
      marks.areWithinLimits(simulator);
      simulator.faults().clear();
      assertThat(cluster.nodes()).hasSize(VMS);
      assertThat(simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  private static void someFail(Simulator simulator, double probability) {
    FaultRule.Builder some = FaultRule.on(CallPattern.ANY).probability(probability);
    simulator.faults().add(some.failsBefore(596, "Connection timed out"));
    simulator.faults().add(some.resetAfter());
  }

  /** Runs until nothing is left to do, and returns how often that was. */
  private static int runs(SimulatedCluster cluster) {
    int runs = 1;
    while (!isComplete(cluster)) {
      runs++;
      assertThat(runs).isLessThanOrEqualTo(MOST_RUNS);
    }
    return runs;
  }

  /** The same on one host, short enough for every build; of fewer calls a larger part fails. */
  @Test
  void aHostGetsNoMoreAtOnceThanTheClientPromises() {
    try (SimulatedCluster cluster = small(new HeldTime())) {
      someFail(cluster.simulator, 0.02);
      Marks marks = Marks.of(cluster.simulator);
      runs(cluster);
      marks.areWithinLimits(cluster.simulator);
      assertThat(cluster.simulator.journal().calls())
          .flatExtracting(RecordedCall::faults)
          .contains("Failure", "Reset");
      cluster.simulator.faults().clear();
      assertThat(cluster.nodes()).hasSize(10);
      assertThat(cluster.simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
  }

  /** Without limits of the client the marks are passed: it is not the simulator that holds back. */
  @Test
  void aClientWithoutLimitsIsSeenToAskForMore() {
    HeldTime time = new HeldTime();
    try (SimulatedCluster cluster = small(time)) {
      cluster.limits(new ClientLimits(AT_ONCE, AT_ONCE, 1000, Duration.ofMinutes(5)));
      HighWaterMark clones = cluster.simulator.inspect().markTasks("qmclone");
      HighWaterMark copies = cluster.simulator.inspect().markCopies();
      // No clone ends before the next ones were asked for, however slow this machine is.
      time.whenever(() -> areFew(clones));

      // Whether all of them get their locks in time does not matter here.
      isComplete(cluster);

      assertThat(clones.byPlace())
          .isNotEqualTo(Map.of())
          .allSatisfy((host, most) -> assertThat(most).isGreaterThan(PROMISED.slowCallsPerHost()));
      assertThat(copies.byPlace())
          .allSatisfy(
              (storage, most) -> assertThat(most).isGreaterThan(PROMISED.fullClonesPerStorage()));
    }
  }

  private static boolean areFew(HighWaterMark clones) {
    return clones.byPlace().values().stream().anyMatch(most -> most <= PROMISED.slowCallsPerHost());
  }

  private static SimulatedCluster small(SimulatedTime time) {
    return new SimulatedCluster(Simulator.builder().hosts(1).time(time).timeScale(0.05).start())
        .hosts(1)
        .cluster("clone: full\n")
        .nodes(nodes(10));
  }

  private static boolean isComplete(SimulatedCluster cluster) {
    try (ClusterSession session = cluster.session()) {
      Plan plan = session.plan(NodeSelection.all(), false);
      assertThat(plan.isBlocked()).as(plan.findings().render()).isFalse();
      ApplyOptions options = new ApplyOptions(AT_ONCE, Duration.ofMinutes(5), () -> false);
      return session.apply(plan, options, ApplyLog.SILENT).complete();
    } catch (ProxmoxException failedWhilePlanning) {
      return false;
    }
  }
}
