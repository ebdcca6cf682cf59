package io.github.talosforge.apply;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.plan.FetchImage;
import io.github.talosforge.plan.RemoveDisc;
import io.github.talosforge.plan.RemoveImage;
import io.github.talosforge.plan.RemoveTemplate;
import io.github.talosforge.plan.TemplateClaim;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Storage;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.VmDeletion;
import java.util.Optional;

/** Removes templates and images, each looked at once more before. What is gone already is done. */
final class Cleaning {
  /** An image that machines are made from is copied; nobody keeps it. */
  private static final Look NOTHING_BESIDES = () -> {};

  private final ProxmoxClient client;
  private final Tasks tasks;
  private final FileRemoval files;

  Cleaning(ProxmoxClient client, Tasks tasks) {
    this.client = client;
    this.tasks = tasks;
    this.files = new FileRemoval(client, tasks);
  }

  /** Proxmox itself refuses to remove a template that linked clones build upon. */
  void remove(RemoveTemplate change) {
    Vm vm = client.vm(change.host().value(), change.vmId().value());
    Optional<GuestConfiguration> live = read(vm);
    if (live.isEmpty()) {
      return;
    }
    refuseAnother(change, vm, live.get());
    Look look = () -> refuseChanged(change, vm, live.get());
    tasks.run(change, () -> vm.delete(new VmDeletion(true, false), look));
    if (read(vm).isPresent()) {
      throw new ChangeFailedException(
          "Template "
              + change.vmId()
              + " on "
              + change.host()
              + " is still there although its removal ended well.\nPlan again.");
    }
  }

  private static void refuseChanged(RemoveTemplate change, Vm vm, GuestConfiguration before) {
    Optional<GuestConfiguration> now = read(vm);
    now.ifPresent(live -> refuseAnother(change, vm, live));
    if (now.filter(live -> live.digest().equals(before.digest())).isEmpty()) {
      throw new ChangeFailedException(
          "Template "
              + change.vmId()
              + " on "
              + change.host()
              + (now.isEmpty() ? " is gone." : " was changed by somebody else.")
              + "\nClean again.");
    }
  }

  private static void refuseAnother(RemoveTemplate change, Vm vm, GuestConfiguration live) {
    if (!isStillThat(change, live, vm)) {
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
  }

  /** Whoever finishes it meanwhile, works on it or adds a disk keeps it. */
  private static boolean isStillThat(RemoveTemplate change, GuestConfiguration live, Vm vm) {
    Optional<TemplateClaim> claim =
        TemplateClaim.of(change.vmId(), live)
            .filter(TemplateClaim::isProven)
            .filter(found -> found.marks().equals(change.marks()))
            .filter(found -> found.finished() == change.begun().isEmpty());
    return change.begun().isEmpty()
        ? claim.isPresent()
        : claim.filter(found -> found.builder().equals(change.begun())).isPresent()
            && live.get("lock").isEmpty()
            && !vm.status().isRunning();
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
    boolean iso = change.file().content() == FetchImage.Content.ISO;
    Look look = iso ? files.certainlyInNoDrive(change.volume()) : NOTHING_BESIDES;
    String content = change.file().content().type();
    files.remove(change, storage(change.host(), change.storage()), content, change.volume(), look);
  }

  void remove(RemoveDisc change) {
    Look look = files.inNoDrive(change.volume());
    files.remove(change, storage(change.host(), change.storage()), "iso", change.volume(), look);
  }

  private Storage storage(HostName host, StorageName name) {
    return client.storage(host.value(), name.value());
  }
}
