package io.github.talosforge.preflight;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.NodeVm;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedStorage;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.CreateVm.Source;
import io.github.talosforge.plan.Plan;
import io.github.talosforge.plan.PlanFinding;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.StoredVolume;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Looks whether volumes carry the id of a data VM that is yet to be made. Ours are made after their
 * VM, so that these are somebody else's or the rest of an earlier VM, with whatever is on them.
 */
final class NewDataVmCheck {
  private NewDataVmCheck() {}

  static List<Finding> check(Plan plan, ObservedCluster world, ProxmoxClient client) {
    List<Finding> findings = new ArrayList<>();
    for (CreateVm create : plan.changes(CreateVm.class)) {
      if (create.source() instanceof Source.Nothing nothing) {
        List<String> there =
            nothing.storages().stream()
                .filter(storage -> isAvailable(world, storage, create.vm().host()))
                .flatMap(storage -> list(client, create.vm(), storage).stream())
                .map(StoredVolume::id)
                .sorted()
                .toList();
        if (!there.isEmpty()) {
          findings.add(found(create.vm(), there));
        }
      }
    }
    return findings;
  }

  private static boolean isAvailable(ObservedCluster world, StorageName storage, HostName host) {
    return world.storage(storage, host).filter(ObservedStorage::available).isPresent();
  }

  private static List<StoredVolume> list(ProxmoxClient client, NodeVm vm, StorageName storage) {
    try {
      return client.storage(vm.host().value(), storage.value()).contentOf(vm.vmId().value());
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.PERMISSION) {
        return List.of();
      }
      throw e;
    }
  }

  private static Finding found(NodeVm vm, List<String> volumes) {
    return PlanFinding.DATA_VM_ID_HAS_VOLUMES.finding(
        "The id "
            + vm.vmId()
            + " of "
            + vm.subject()
            + " is in the names of volumes that are there already: "
            + String.join(", ", volumes)
            + ". Nothing proves whose they are, and the node would get them as its own.",
        "If nobody needs them, remove them on "
            + vm.host()
            + ": "
            + volumes.stream()
                .map(volume -> "pvesm free " + volume)
                .collect(Collectors.joining("; "))
            + "\n    Otherwise give the node another vm_id.");
  }
}
