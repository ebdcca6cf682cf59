package io.github.talosforge.apply;

import io.github.talosforge.apply.VmGuard.Found;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.VmDeletion;

/** Removes VMs: stopped first, awaited, and looked for afterwards. */
final class VmDestruction {
  private final Tasks tasks;
  private final VmGuard guard;
  private final PowerRequests requests;

  VmDestruction(Tasks tasks, VmGuard guard, PowerRequests requests) {
    this.tasks = tasks;
    this.guard = guard;
    this.requests = requests;
  }

  void destroy(DestroyVm change) {
    Found found = guard.begun(change.vm());
    Vm vm = found.vm();
    if (change.protectedNow()) {
      tasks.runQuick(change, () -> vm.configure(ConfigChange.none().set("protection", "0")));
    }
    if (vm.status().isRunning()) {
      tasks.refuseIfStopped();
      requests.stop(change, change.vm(), vm::stop);
    }
    // Purge takes the VM out of HA and backup jobs. Volumes that no configuration names are kept,
    // except those of a data VM: an interrupted run may have made them and not written them down.
    boolean all = change.vm().identity().part() == NodePart.DATA;
    tasks.run(change, () -> vm.delete(new VmDeletion(true, all)));
    if (guard.read(vm.host(), change.vm()).isPresent()) {
      throw new ChangeFailedException(
          change.vm().label() + " is still there although its removal ended well.\nPlan again.");
    }
  }
}
