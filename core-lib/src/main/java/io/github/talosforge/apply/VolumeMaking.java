package io.github.talosforge.apply;

import io.github.talosforge.apply.VmGuard.Found;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.plan.AddVolumes;
import io.github.talosforge.plan.AddVolumes.NewVolume;
import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Storage;
import io.github.talosforge.proxmox.property.DiskSize;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes the volumes of a data VM. Their names carry the VM's id, so that one which an interrupted
 * run made is found again and not made twice.
 */
final class VolumeMaking {
  private final ProxmoxClient client;
  private final Tasks tasks;
  private final VmGuard guard;

  VolumeMaking(ProxmoxClient client, Tasks tasks, VmGuard guard) {
    this.client = client;
    this.tasks = tasks;
    this.guard = guard;
  }

  void add(AddVolumes change) {
    Found found = guard.finished(change.vm());
    change.volumes().forEach(volume -> make(change, found, volume));
    tasks.despiteOthers(() -> keep(change));
  }

  private void make(AddVolumes change, Found found, NewVolume volume) {
    Storage storage = client.storage(found.vm().host(), volume.storage().value());
    int owner = change.vm().vmId().value();
    if (isThere(storage, owner, volume)) {
      return;
    }
    tasks.refuseIfStopped();
    try {
      String unused =
          storage.allocate(owner, volume.file(), DiskSize.parse(volume.size().toString()));
    } catch (ProxmoxException e) {
      boolean perhaps = e.kind() == ErrorKind.ALREADY_EXISTS || e.outcomeUnknown();
      if (!perhaps || !isThere(storage, owner, volume)) {
        throw e;
      }
    }
  }

  private static boolean isThere(Storage storage, int owner, NewVolume volume) {
    return storage.contentOf(owner).stream().anyMatch(one -> one.id().equals(volume.volume()));
  }

  /** Writes into the VM's configuration what it keeps, attached to nothing. */
  private Found keep(AddVolumes change) {
    Found found = guard.finished(change.vm());
    List<String> volumes = change.volumes().stream().map(NewVolume::volume).toList();
    ConfigChange call = listing(found.configuration(), volumes);
    if (!call.settings().isEmpty()) {
      tasks.runQuick(change, () -> found.vm().configure(call));
    }
    return found;
  }

  /** Returns the call that lists volumes as attached to nothing, as far as none names them yet. */
  static ConfigChange listing(GuestConfiguration live, Collection<String> volumes) {
    Set<String> taken = new TreeSet<>(live.afterRestart().keySet());
    List<String> known =
        live.afterRestart().values().stream().map(text -> text.split(",", 2)[0]).toList();
    ConfigChange call = ConfigChange.none().ifUnchangedSince(live.digest());
    for (String volume : volumes) {
      if (!known.contains(volume)) {
        call = call.set(free(taken), volume);
      }
    }
    return call;
  }

  private static String free(Set<String> taken) {
    int index = 0;
    while (!taken.add("unused" + index)) {
      index++;
    }
    return "unused" + index;
  }
}
