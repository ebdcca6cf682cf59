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
import io.github.talosforge.simulator.world.Task;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two hundred VMs on ten hosts, fifty at once, and one call in a hundred fails. */
@Tag("matrix")
class LoadTest {
  private static final int HOSTS = 10;
  private static final int VMS = 200;
  private static final int AT_ONCE = 50;
  private static final int MOST_RUNS = 5;
  private static final String NODES =
      """
      pools:
        - {name: cp, role: controlplane, count: 3, vm_memory: 2048, vm_disk_size: 12}
        - {name: worker, count: %d, vm_memory: 2048, vm_disk_size: 12}
      """
          .formatted(VMS - 3);

  @Test
  void allComeUpAndNoStorageGetsMoreThanItsLimit() {
    Simulator simulator = Simulator.builder().hosts(HOSTS).timeScale(0.002).start();
    try (SimulatedCluster cluster = new SimulatedCluster(simulator).hosts(HOSTS).nodes(NODES)) {
      cluster.cluster("clone: full\n");
      FaultRule.Builder some = FaultRule.on(CallPattern.ANY).probability(0.005);
      simulator.faults().add(some.failsBefore(596, "Connection timed out"));
      simulator.faults().add(some.resetAfter());
      try (MostAtOnce most = new MostAtOnce(simulator)) {
        int runs = 1;
        while (!isComplete(cluster)) {
          runs++;
          assertThat(runs).isLessThanOrEqualTo(MOST_RUNS);
        }
        System.out.println("Runs: " + runs + ", most copies of a host at once: " + most.seen());
        assertThat(most.seen().values())
            .isNotEmpty()
            .allMatch(count -> count <= ClientLimits.defaults().fullClonesPerStorage());
      }
      simulator.faults().clear();
      assertThat(cluster.nodes()).hasSize(VMS);
      assertThat(simulator.inspect().orphans()).isEmpty();
      assertThat(cluster.plan().changes()).isEmpty();
    }
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

  /** Looks all the time how many full copies each host makes to its own storage. */
  private static final class MostAtOnce implements AutoCloseable {
    private final Simulator simulator;
    private final Map<String, Integer> most = new TreeMap<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final Thread thread = new Thread(this::watch, "most-at-once");

    MostAtOnce(Simulator simulator) {
      this.simulator = simulator;
      thread.setDaemon(true);
      thread.start();
    }

    private void watch() {
      while (!over.get()) {
        look();
        LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
      }
    }

    private synchronized void look() {
      Map<String, Integer> now = new TreeMap<>();
      simulator
          .world()
          .locked(
              () -> {
                simulator.world().tasks().values().stream()
                    .filter(Task::isRunning)
                    .filter(task -> task.type().equals("qmclone"))
                    .forEach(task -> now.merge(task.node(), 1, Integer::sum));
                return now;
              });
      now.forEach((host, count) -> most.merge(host, count, Math::max));
    }

    synchronized Map<String, Integer> seen() {
      return new TreeMap<>(most);
    }

    @Override
    public void close() {
      over.set(true);
    }
  }
}
