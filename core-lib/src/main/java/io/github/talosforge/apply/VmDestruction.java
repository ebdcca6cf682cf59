package io.github.talosforge.apply;

import static java.util.stream.Collectors.joining;

import io.github.talosforge.apply.VmGuard.Found;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.plan.DestroyVm;
import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.StoredVolume;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.VmDeletion;
import io.github.talosforge.proxmox.property.Volume;
import java.util.List;
import java.util.function.Consumer;

/** Removes VMs: stopped first, awaited, and looked for afterwards. */
final class VmDestruction {
  private final ProxmoxClient client;
  private final Tasks tasks;
  private final VmGuard guard;
  private final PowerRequests requests;

  VmDestruction(ProxmoxClient client, Tasks tasks, VmGuard guard, PowerRequests requests) {
    this.client = client;
    this.tasks = tasks;
    this.guard = guard;
    this.requests = requests;
  }

  void destroy(DestroyVm change) {
    Found found = change.neverStarted() ? guard.unfinished(change.vm()) : guard.begun(change.vm());
    VmGuard.refuseIfAdded(change, found);
    Vm vm = found.vm();
    boolean data = change.vm().identity().part() == NodePart.DATA;
    Look alone = data ? guard.keptForItselfAlone(change, tasks::isStopped) : () -> {};
    alone.again();
    if (change.protectedNow()) {
      ConfigChange call = ConfigChange.none().set("protection", "0");
      String digest = found.configuration().digest();
      tasks.runQuick(change, () -> vm.configure(call.ifUnchangedSince(digest)));
    }
    Look same = guard.unchanged(change, found);
    Look look =
        () -> {
          alone.again();
          same.again();
        };
    if (vm.status().isRunning()) {
      tasks.refuseIfStopped();
      requests.stop(change, change.vm(), () -> vm.stop(look));
    }
    if (data) {
      list(change);
    }
    // Purge takes the VM out of HA and backup jobs. Volumes that no configuration names are kept:
    // Proxmox would free whatever carries the VM's number on any storage, whoever made it.
    try {
      tasks.run(change, () -> vm.delete(new VmDeletion(true, false), look));
    } catch (ChangeFailedException refusal) {
      if (change.protectedNow()) {
        protectAgain(change, refusal);
      }
      throw refusal;
    }
    if (guard.read(vm.host(), change.vm()).isPresent()) {
      throw new ChangeFailedException(
          change.vm().label() + " is still there although its removal ended well.\nPlan again.");
    }
    refuseLeftVolumes(change, vm.host());
  }

  /** What stays is protected as it was, unless it is no longer what it was. */
  private void protectAgain(DestroyVm change, ChangeFailedException refusal) {
    try {
      Found left = guard.begun(change.vm());
      ConfigChange call = ConfigChange.none().set("protection", "1");
      String digest = left.configuration().digest();
      tasks.runQuick(change, () -> left.vm().configure(call.ifUnchangedSince(digest)));
    } catch (ProxmoxException | ChangeFailedException e) {
      // The first reason is the one to tell.
      refusal.addSuppressed(e);
    }
  }

  /** An interrupted run may have made volumes and not written them down; what is listed goes. */
  private void list(DestroyVm change) {
    Found found = guard.begun(change.vm());
    ConfigChange call =
        VolumeMaking.listing(found.configuration(), stored(change, found.vm().host(), words -> {}));
    if (!call.settings().isEmpty()) {
      tasks.runQuick(change, () -> found.vm().configure(call));
    }
  }

  /** Returns the volumes of the plan that are still there, as far as their storages can be seen. */
  private List<String> stored(DestroyVm change, String host, Consumer<String> unseen) {
    return change.volumes().stream()
        .flatMap(volume -> Volume.parse(volume).storage().stream())
        .distinct()
        .flatMap(storage -> content(change, host, storage, unseen).stream())
        .map(StoredVolume::id)
        .filter(change.volumes()::contains)
        .toList();
  }

  private List<StoredVolume> content(
      DestroyVm change, String host, String storage, Consumer<String> unseen) {
    try {
      return client.storage(host, storage).contentOf(change.vm().vmId().value());
    } catch (ProxmoxException e) {
      if (!isOutOfSight(e)) {
        throw e;
      }
      unseen.accept("Storage " + storage + " could not be looked at: " + e.getMessage());
      return List.of();
    }
  }

  /** A VM can name storages that the credentials do not reach, or that are long gone. */
  private static boolean isOutOfSight(ProxmoxException e) {
    return e.kind() == ErrorKind.PERMISSION
        || (e.kind() == ErrorKind.STORAGE
            && String.valueOf(e.getMessage()).contains("does not exist"));
  }

  /** A volume that is busy stays, which Proxmox counts as a warning only. */
  private void refuseLeftVolumes(DestroyVm change, String host) {
    List<String> left =
        stored(
            change,
            host,
            words ->
                tasks.warn(
                    change,
                    change.vm().label()
                        + " is gone, but nobody knows whether all that it kept is. "
                        + words));
    if (!left.isEmpty()) {
      throw new ChangeFailedException(
          change.vm().label()
              + " is gone, but not all that it kept: "
              + String.join(", ", left)
              + "\nFind out who holds it, then remove it on "
              + host
              + ": "
              + left.stream().map(volume -> "pvesm free " + volume).collect(joining("; ")));
    }
  }
}
