package io.github.talosforge.apply;

import io.github.talosforge.observe.AttachedVolumes;
import io.github.talosforge.plan.Change;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.Storage;
import io.github.talosforge.proxmox.StoredVolume;
import java.util.Optional;

/** Removes files from storages: images and CDs. What is gone already is done. */
final class FileRemoval {
  private final ProxmoxClient client;
  private final Tasks tasks;

  FileRemoval(ProxmoxClient client, Tasks tasks) {
    this.client = client;
    this.tasks = tasks;
  }

  /**
   * Removes a file unless somebody put another one in its place since it was seen here.
   *
   * @param content what the storage lists it as, such as {@code iso}
   * @param look what must still be so besides
   */
  void remove(Change change, Storage storage, String content, String volume, Look look) {
    find(storage, content, volume)
        .ifPresent(
            seen ->
                tasks.runQuick(
                    change,
                    () ->
                        storage.delete(
                            volume,
                            () -> {
                              look.again();
                              refuseAnother(seen, find(storage, content, volume));
                            })));
  }

  private static Optional<StoredVolume> find(Storage storage, String content, String volume) {
    return storage.content(content).stream().filter(each -> each.id().equals(volume)).findFirst();
  }

  private static void refuseAnother(StoredVolume seen, Optional<StoredVolume> now) {
    boolean same =
        now.filter(file -> file.size() == seen.size() && file.created().equals(seen.created()))
            .isPresent();
    if (!same) {
      throw new ChangeFailedException(
          seen.id()
              + " was not removed: somebody "
              + (now.isPresent() ? "made it anew" : "removed it")
              + " at this moment.\nPlan again.");
    }
  }

  /** Proxmox removes a CD that is in a drive without a word. */
  Look inNoDrive(String volume) {
    return () -> refuseInADrive(AttachedVolumes.now(client, tasks::isStopped), volume);
  }

  /** As {@link #inNoDrive}, and every VM could be asked. */
  Look certainlyInNoDrive(String volume) {
    return () -> {
      AttachedVolumes inUse = AttachedVolumes.now(client, tasks::isStopped);
      if (!inUse.certain()) {
        throw new ChangeFailedException(
            volume
                + " was not removed: nobody can tell whose drive it is in, because not read were "
                + inUse.unreadInWords()
                + ".\nClean again when they can be read.");
      }
      refuseInADrive(inUse, volume);
    };
  }

  private static void refuseInADrive(AttachedVolumes inUse, String volume) {
    inUse.of(volume).stream()
        .findFirst()
        .ifPresent(
            use -> {
              throw new ChangeFailedException(
                  volume
                      + " was not removed: "
                      + use.guest().label()
                      + " has it in its drive "
                      + use.key()
                      + ".\nPlan again.");
            });
  }
}
