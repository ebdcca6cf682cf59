package io.github.talosforge.apply;

import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.plan.AdoptVm;
import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.Vm;
import java.util.List;
import java.util.Optional;

/**
 * Puts marks on a VM that has none. No mark can tell whether it is the right one, so its whole
 * configuration must be what somebody looked at.
 */
final class Adopting {
  private final ProxmoxClient client;
  private final Tasks tasks;

  Adopting(ProxmoxClient client, Tasks tasks) {
    this.client = client;
    this.tasks = tasks;
  }

  void adopt(AdoptVm change) {
    Vm vm = client.vm(change.vm().host().value(), change.vm().vmId().value());
    if (!GuestConfiguration.of(vm.pending()).digest().equals(change.digest())) {
      throw new ChangeFailedException(
          change.vm().label() + " was changed since the plan was made.\nPlan again.");
    }
    tasks.runQuick(
        change,
        () ->
            vm.configure(
                new ConfigChange(
                    change.values(), List.of(), List.of(), Optional.of(change.digest()))));
  }
}
