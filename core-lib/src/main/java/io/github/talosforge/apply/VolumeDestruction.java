package io.github.talosforge.apply;

import io.github.talosforge.apply.VmGuard.Found;
import io.github.talosforge.plan.DestroyVolume;
import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.StoredVolume;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Optional;

/**
 * Deletes a volume that a data VM keeps: the protection goes, the volume goes, the protection comes
 * back whatever happened in between, and the storage is asked whether the volume is gone.
 */
final class VolumeDestruction {
  private static final String PROTECTION = "protection";

  private final ProxmoxClient client;
  private final Tasks tasks;
  private final VmGuard guard;

  VolumeDestruction(ProxmoxClient client, Tasks tasks, VmGuard guard) {
    this.client = client;
    this.tasks = tasks;
    this.guard = guard;
  }

  void destroy(DestroyVolume change) {
    Found before = kept(change);
    guard.usedNowhereElse(change.vm(), change.key(), change.volume(), tasks::isStopped).again();
    try {
      tasks.despiteOthers(() -> free(change));
    } catch (RuntimeException failure) {
      protectDespite(failure, change);
      throw failure;
    }
    protect(change);
    refuseIfLeft(change, before.vm().host());
  }

  /** Returns the data VM if it keeps the volume attached to nothing, as the plan saw it. */
  private Found kept(DestroyVolume change) {
    Found found = guard.finished(change.vm());
    if (!keeps(change, found)) {
      throw new ChangeFailedException(
          change.key()
              + " of "
              + change.vm().label()
              + " is no longer "
              + change.volume()
              + ".\nPlan again.");
    }
    return found;
  }

  private static boolean keeps(DestroyVolume change, Found found) {
    return found
        .configuration()
        .get(change.key())
        .filter(text -> Volume.parse(text).text().equals(change.volume()))
        .isPresent();
  }

  private Found free(DestroyVolume change) {
    Found found = kept(change);
    if (isProtected(found)) {
      set(change, found, ConfigChange.none().set(PROTECTION, "0"));
    }
    Found bare = kept(change);
    try {
      Look look =
          guard.usedNowhereElse(change.vm(), change.key(), change.volume(), tasks::isStopped);
      String digest = bare.configuration().digest();
      tasks.runQuick(change, () -> bare.vm().destroyKept(change.key(), digest, look));
    } catch (ProxmoxException e) {
      if (!e.outcomeUnknown() || keeps(change, guard.finished(change.vm()))) {
        throw e;
      }
    }
    return bare;
  }

  private void set(DestroyVolume change, Found found, ConfigChange call) {
    String digest = found.configuration().digest();
    tasks.runQuick(change, () -> found.vm().configure(call.ifUnchangedSince(digest)));
  }

  private static boolean isProtected(Found found) {
    return found.configuration().get(PROTECTION).filter("1"::equals).isPresent();
  }

  /** Protects the VM again, even if the run was stopped meanwhile: others could destroy it. */
  private void protect(DestroyVolume change) {
    tasks.despiteOthers(
        () -> {
          Found found = guard.finished(change.vm());
          if (!isProtected(found)) {
            String digest = found.configuration().digest();
            found
                .vm()
                .configure(ConfigChange.none().set(PROTECTION, "1").ifUnchangedSince(digest))
                .ifPresent(task -> tasks.await(change, task));
          }
          return found;
        });
  }

  private void protectDespite(RuntimeException failure, DestroyVolume change) {
    try {
      protect(change);
    } catch (ProxmoxException | ChangeFailedException e) {
      // The first reason is the one to tell; the next run sees what is missing.
      failure.addSuppressed(e);
    }
  }

  /** Asks the storage: a volume that is busy or that Proxmox forgot is not gone. */
  private void refuseIfLeft(DestroyVolume change, String host) {
    Optional<String> storage = Volume.parse(change.volume()).storage();
    boolean left =
        storage.stream()
            .flatMap(
                name -> client.storage(host, name).contentOf(change.vm().vmId().value()).stream())
            .map(StoredVolume::id)
            .anyMatch(change.volume()::equals);
    if (left) {
      throw new ChangeFailedException(
          change.volume()
              + " is still there although its removal ended well.\nFind out who holds it, then"
              + " remove it on "
              + host
              + ": pvesm free "
              + change.volume());
    }
  }
}
