package io.github.talosforge.apply;

import io.github.talosforge.apply.VmGuard.Found;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.observe.AttachedVolumes;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.plan.MoveDisk;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.StoredVolume;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.TaskSummary;
import io.github.talosforge.proxmox.property.Volume;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Moves a disk to another storage. Proxmox VE copies it, lets a running VM change over, writes that
 * down and deletes the old volume, in one task. Whatever cuts that off leaves the VM with one whole
 * disk, and perhaps a volume that no configuration names.
 */
final class DiskMoving {
  private static final long SLOWEST_BYTES_PER_SECOND = 10L << 20;
  private static final int ATTEMPTS = 2;
  private static final Set<ErrorKind> ENDED =
      Set.of(ErrorKind.TASK_FAILED, ErrorKind.TASK_LOST, ErrorKind.TASK_CANCELLED);

  private final ProxmoxClient client;
  private final Tasks tasks;
  private final VmGuard guard;

  DiskMoving(ProxmoxClient client, Tasks tasks, VmGuard guard) {
    this.client = client;
    this.tasks = tasks;
    this.guard = guard;
  }

  /** Moves the disk unless it is there already, and names what is left of the way. */
  void move(MoveDisk change) {
    awaitOthers(change, guard.finished(change.vm()));
    for (int attempt = 1; attempt <= ATTEMPTS && !isMoved(change); attempt++) {
      boolean last = attempt == ATTEMPTS;
      boolean unused = tasks.despiteOthers(() -> copy(change, last));
    }
    refuseUnmoved(change);
    leftBehind(change).forEach(volume -> tasks.warn(change, forgotten(change, volume)));
  }

  /** An earlier run's move goes on when that run is gone; how it ended shows in the disk. */
  private void awaitOthers(MoveDisk change, Found found) {
    try {
      boolean unused =
          tasks.awaitRunning(
              change, found.vm().host(), task -> isMove(task, change), patience(change));
    } catch (ProxmoxException e) {
      if (!ENDED.contains(e.kind())) {
        throw e;
      }
    }
  }

  private static boolean isMove(TaskSummary task, MoveDisk change) {
    return task.upid().type().equals("qmmove")
        && task.upid().id().equals(change.vm().vmId().toString());
  }

  private boolean isMoved(MoveDisk change) {
    return storage(guard.finished(change.vm()), change)
        .filter(change.storage().value()::equals)
        .isPresent();
  }

  private void refuseUnmoved(MoveDisk change) {
    if (!isMoved(change)) {
      throw new ChangeFailedException(
          change.key()
              + " of "
              + change.vm().label()
              + " is still on "
              + change.volume()
              + ", although Proxmox VE calls it moved.\nPlan again.");
    }
  }

  private static Optional<String> storage(Found found, MoveDisk change) {
    return volume(found, change).flatMap(Volume::storage);
  }

  private static Optional<Volume> volume(Found found, MoveDisk change) {
    return found.configuration().get(change.key()).map(DiskMoving::volume);
  }

  private static Volume volume(String drive) {
    return Volume.parse(drive.split(",", 2)[0]);
  }

  /** Tells whether Proxmox calls the disk moved. */
  private boolean copy(MoveDisk change, boolean last) {
    Found found = guard.finished(change.vm());
    refuseOther(change, found);
    try {
      tasks.run(change, () -> call(change, found), patience(change));
      return true;
    } catch (ProxmoxException e) {
      boolean again = e.kind() == ErrorKind.COPY_NOT_STARTED && !last;
      boolean moved = ENDED.contains(e.kind()) && isMoved(change);
      if (!again && !moved) {
        throw e;
      }
      return moved;
    }
  }

  /** A value that waits for a stop and start quotes the old volume and would bring it back. */
  private static void refuseOther(MoveDisk change, Found found) {
    boolean same =
        volume(found, change).filter(there -> there.text().equals(change.volume())).isPresent();
    if (!same || found.configuration().waits(change.key())) {
      throw new ChangeFailedException(
          change.key()
              + " of "
              + change.vm().label()
              + (same ? " has a change that waits" : " is no longer " + change.volume())
              + ".\nPlan again.");
    }
  }

  private TaskHandle call(MoveDisk change, Found found) {
    return found
        .vm()
        .moveDisk(
            change.key(),
            change.storage().value(),
            /* deleteSource= */ true,
            found.configuration().digest(),
            attachedNowhereElse(change));
  }

  /** Proxmox deletes the old volume whoever else has it attached. */
  private Look attachedNowhereElse(MoveDisk change) {
    return () -> {
      Set<String> others =
          AttachedVolumes.now(client, tasks::isStopped)
              .others(change.volume(), change.vm().vmId(), change.key());
      if (!others.isEmpty()) {
        throw new ChangeFailedException(
            change.volume()
                + " was not moved: "
                + String.join(", ", others)
                + " names it too.\nTake it off there, and plan again.");
      }
    };
  }

  private static Duration patience(MoveDisk change) {
    long bytes = change.size().map(DiskSize::bytes).orElse(0L);
    return Duration.ofSeconds(bytes / SLOWEST_BYTES_PER_SECOND);
  }

  /**
   * Returns the disks of the VM, by their name, that it does not name: old volumes that Proxmox
   * could not delete, and copies that were cut off.
   */
  private List<String> leftBehind(MoveDisk change) {
    Found found = guard.finished(change.vm());
    Set<String> named = named(found.configuration());
    return Stream.concat(
            Volume.parse(change.volume()).storage().stream(), Stream.of(change.storage().value()))
        .distinct()
        .flatMap(storage -> stored(found, storage))
        .filter(volume -> volume.contains("-disk-") && !named.contains(volume))
        .toList();
  }

  private static Set<String> named(GuestConfiguration configuration) {
    return Stream.of(configuration.current(), configuration.pending())
        .flatMap(values -> values.values().stream())
        .map(text -> volume(text).text())
        .collect(Collectors.toSet());
  }

  /** The files no longer name the old storage, so that the credentials may not see it any more. */
  private Stream<String> stored(Found found, String storage) {
    try {
      return client.storage(found.vm().host(), storage).contentOf(found.vm().id()).stream()
          .map(StoredVolume::id);
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.PERMISSION) {
        return Stream.of();
      }
      throw e;
    }
  }

  private static String forgotten(MoveDisk change, String volume) {
    return volume
        + " is by its name a disk of "
        + change.vm().label()
        + ", which does not name it. Run on that host: qm disk rescan --vmid "
        + change.vm().vmId()
        + ". Unless a snapshot needs it, it is an unused disk then, which removeLeftovers frees.";
  }
}
