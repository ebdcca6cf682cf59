package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Vm;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ends a VM's process, by asking the guest or by force. What waited for a stop comes into force
 * with it; when the guest powers itself off, it goes on waiting.
 */
final class StopVm {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  private final Cluster cluster;
  private final GuestState guests;
  private final PendingChanges changes;

  StopVm(Cluster cluster) {
    this.cluster = cluster;
    this.guests = new GuestState(cluster);
    this.changes = new PendingChanges(cluster);
  }

  /** Adds the steps of an immediate stop; the VM's lock is held. */
  void plan(Worker worker, int vmid, boolean skipLock) {
    worker.run(
        () -> {
          Vm vm = cluster.files().find(worker.host(), vmid);
          if (vm.isRunning()) {
            if (!skipLock) {
              VmFiles.checkLock(vm);
            }
            worker.pause(Durations.STOP);
            worker.run(() -> end(vm));
          }
        });
  }

  private void end(Vm vm) {
    vm.process(null);
    Map<String, String> unused = changes.apply(vm, new Access(HostPrincipal.ROOT));
  }

  /** Adds the steps of an orderly shutdown; the VM's lock is held for the whole wait. */
  void planShutdown(
      Worker worker, int vmid, @Nullable Duration wanted, boolean force, Runnable then) {
    worker.run(
        () -> {
          Vm vm = cluster.files().find(worker.host(), vmid);
          if (!vm.isRunning()) {
            return;
          }
          VmFiles.checkLock(vm);
          ask(vm);
          Duration timeout = timeout(vm, wanted);
          worker.waitUntil(() -> !vm.isRunning(), timeout);
          worker.run(() -> afterwards(worker, vm, force));
          worker.run(then);
        });
  }

  private void ask(Vm vm) {
    if (!guests.obeysShutdown(vm)) {
      return;
    }
    Vm.QemuProcess asked = vm.process();
    cluster
        .scheduler()
        .after(
            guests.guest(vm).shutdown(),
            () -> {
              if (asked != null && asked.equals(vm.process())) {
                vm.process(null);
              }
            });
    if (cluster.world().timeScale() == 0) {
      vm.process(null);
    }
  }

  private static Duration timeout(Vm vm, @Nullable Duration wanted) {
    if (wanted != null) {
      return wanted;
    }
    String startup = vm.config().get("startup");
    String down =
        startup == null ? null : PropertyString.parse("startup", startup, "order").get("down");
    return down == null ? DEFAULT_TIMEOUT : Duration.ofSeconds(Long.parseLong(down));
  }

  private void afterwards(Worker worker, Vm vm, boolean force) {
    if (!vm.isRunning()) {
      end(vm);
      return;
    }
    if (!force) {
      throw ApiFailure.died("VM quit/powerdown failed - got timeout");
    }
    worker.log("VM still running - terminating now with SIGTERM");
    worker.pause(Durations.STOP);
    worker.run(() -> end(vm));
  }
}
