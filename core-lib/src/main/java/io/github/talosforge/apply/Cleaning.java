package io.github.talosforge.apply;

import io.github.talosforge.observe.AttachedVolumes;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.plan.BuilderMark;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.FetchImage;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.plan.RemoveImage;
import io.github.talosforge.plan.RemoveTemplate;
import io.github.talosforge.plan.TemplateMarks;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Storage;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.VmDeletion;
import java.util.Optional;

/** Removes templates and images, each looked at once more before. What is gone already is done. */
final class Cleaning {
  private final ProxmoxClient client;
  private final Tasks tasks;

  Cleaning(ProxmoxClient client, Tasks tasks) {
    this.client = client;
    this.tasks = tasks;
  }

  /** Proxmox itself refuses to remove a template that linked clones build upon. */
  void remove(RemoveTemplate change) {
    Vm vm = client.vm(change.host().value(), change.vmId().value());
    Optional<GuestConfiguration> live = read(vm);
    if (live.isEmpty()) {
      return;
    }
    boolean same =
        change.begun().isPresent()
            ? isUnfinished(change, live.get()) && !vm.status().isRunning()
            : live.get().get("template").filter("1"::equals).isPresent()
                && TemplateMarks.of(live.get()).filter(change.marks()::equals).isPresent();
    if (!same) {
      throw new ChangeFailedException(
          "VM "
              + change.vmId()
              + " on "
              + change.host()
              + (change.begun().isPresent()
                  ? " is not the unfinished template "
                  : " is not the template ")
              + change.marks().name()
              + " any more, so it was not touched.\nLook at it, then plan again.");
    }
    tasks.run(change, () -> vm.delete(new VmDeletion(true, false)));
    if (read(vm).isPresent()) {
      throw new ChangeFailedException(
          "Template "
              + change.vmId()
              + " on "
              + change.host()
              + " is still there although its removal ended well.\nPlan again.");
    }
  }

  /** Whoever finishes it meanwhile, or works on it, keeps it. */
  private static boolean isUnfinished(RemoveTemplate change, GuestConfiguration live) {
    return TemplateMarks.begun(live).filter(change.marks()::equals).isPresent()
        && BuilderMark.in(live.get("description").orElse("")).equals(change.begun())
        && live.get("lock").isEmpty();
  }

  private static Optional<GuestConfiguration> read(Vm vm) {
    try {
      return Optional.of(GuestConfiguration.of(vm.pending()));
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  void remove(RemoveImage change) {
    Storage storage = client.storage(change.host().value(), change.storage().value());
    if (change.file().content() == FetchImage.Content.ISO) {
      refuseIfInADrive(change);
    }
    remove(change, storage, change.file().content().type(), change.volume());
  }

  /** Proxmox removes a CD that is in a drive without a word. */
  private void refuseIfInADrive(RemoveImage change) {
    AttachedVolumes inUse = AttachedVolumes.now(client);
    if (!inUse.certain()) {
      throw new ChangeFailedException(
          change.volume()
              + " was not removed: nobody can tell whose drive it is in, because not read were "
              + inUse.unreadInWords()
              + ".\nClean again when they can be read.");
    }
    inUse.of(change.volume()).stream()
        .findFirst()
        .ifPresent(
            use -> {
              throw new ChangeFailedException(
                  change.volume()
                      + " was not removed: "
                      + use.guest().label()
                      + " has it in its drive "
                      + use.key()
                      + ".\nPlan again.");
            });
  }

  void remove(RemoveDisc change) {
    Storage storage = client.storage(change.host().value(), change.storage().value());
    remove(change, storage, "iso", change.volume());
  }

  private void remove(Change change, Storage storage, String content, String volume) {
    if (storage.content(content).stream().anyMatch(stored -> stored.id().equals(volume))) {
      tasks.runQuick(change, () -> storage.delete(volume));
    }
  }
}
