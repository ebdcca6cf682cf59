package io.github.talosforge.apply;

import io.github.talosforge.apply.VmGuard.Found;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.ShutdownOptions;
import io.github.talosforge.proxmox.Vm;
import java.time.Duration;

/** Starts and stops VMs. */
final class VmPower {
  private final Tasks tasks;
  private final VmGuard guard;
  private final RestartCare care;
  private final PowerRequests requests;
  private final VmConfiguring configuring;

  VmPower(
      Tasks tasks,
      VmGuard guard,
      RestartCare care,
      PowerRequests requests,
      VmConfiguring configuring) {
    this.tasks = tasks;
    this.guard = guard;
    this.care = care;
    this.requests = requests;
    this.configuring = configuring;
  }

  void start(Change change, NodeVm node) {
    start(change, node, guard.finished(node).vm());
  }

  /** A start task can fail although the VM runs, above all when somebody else started it. */
  private void start(Change change, NodeVm node, Vm vm) {
    try {
      requests.start(change, node, vm::start);
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.TIMEOUT || !vm.status().isRunning()) {
        throw e;
      }
    }
  }

  /** Shuts a VM down, unless it is off already. */
  void shutDown(ReleaseDisks change) {
    Found found = guard.finished(change.vm());
    if (found.vm().status().isRunning()) {
      shutDown(change, change.vm(), found, change.shutdownTimeout());
    }
  }

  private void shutDown(Change change, NodeVm node, Found found, Duration timeout) {
    tasks.refuseIfStopped();
    Look look = guard.unchanged(node, found);
    requests.stop(change, node, () -> found.vm().shutdown(within(timeout), look));
  }

  private static ShutdownOptions within(Duration timeout) {
    return ShutdownOptions.defaults().within(timeout).thenStop();
  }

  void stopAndStart(StopStartVm change) {
    // Nobody is drained for a VM that may not be touched; while that goes on, the VM can move.
    Vm unused = guard.finished(change.vm()).vm();
    care.restart(change, tasks::isStopped, () -> shutDownAndStart(change));
  }

  private void shutDownAndStart(StopStartVm change) {
    shutDown(change, change.vm(), guard.finished(change.vm()), change.shutdownTimeout());
    // A node that was shut down comes back even if the run is stopped now.
    try {
      configuring.changeStopped(change);
    } finally {
      start(change, change.vm(), guard.finished(change.vm()).vm());
    }
  }
}
