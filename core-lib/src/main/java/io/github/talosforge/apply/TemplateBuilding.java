package io.github.talosforge.apply;

import io.github.talosforge.model.Tag;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.plan.BuildTemplate;
import io.github.talosforge.plan.BuilderMark;
import io.github.talosforge.plan.FetchImage.Content;
import io.github.talosforge.plan.TemplateClaim;
import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.NewVm;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.VmSummary;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Builds templates from downloaded images: VM, tags, conversion. Until it is a template, the first
 * line of the description tells what it is to be, so that an interrupted build is finished and not
 * repeated, and the second who began, so that one that nobody finishes can be removed.
 */
final class TemplateBuilding {
  private static final int IDS = 50;

  private final ProxmoxClient client;
  private final Tasks tasks;

  TemplateBuilding(ProxmoxClient client, Tasks tasks) {
    this.client = client;
    this.tasks = tasks;
  }

  /** Returns the id of the finished template. */
  VmId build(BuildTemplate change) {
    VmId id = unfinished(change).orElseGet(() -> create(change));
    Vm vm = client.vm(change.host().value(), id.value());
    Vm tagged = tasks.despiteOthers(() -> tagged(change, vm));
    convert(change, tagged);
    return id;
  }

  private Vm tagged(BuildTemplate change, Vm vm) {
    GuestConfiguration live = GuestConfiguration.of(vm.pending());
    String tags =
        change.identity().tags().stream().map(Tag::value).sorted().collect(Collectors.joining(";"));
    if (!VmConfigKey.of("tags").sameMeaning(live.get("tags").orElse(null), tags)) {
      ConfigChange call = ConfigChange.none().set("tags", tags).ifUnchangedSince(live.digest());
      tasks.runQuick(change, () -> vm.configure(call));
    }
    return vm;
  }

  /** An earlier run may have been interrupted under another id. */
  private Optional<VmId> unfinished(BuildTemplate change) {
    return client.host(change.host().value()).vms().stream()
        .filter(vm -> !vm.template() && isCalledLike(change, vm))
        .map(vm -> new VmId(vm.id()))
        .filter(id -> isOurs(change, id))
        .findFirst();
  }

  /** While it is being made, it has no name yet. */
  private static boolean isCalledLike(BuildTemplate change, VmSummary vm) {
    String name = vm.name().orElse("");
    return name.isEmpty() || name.equals(change.identity().name()) || name.equals("VM " + vm.id());
  }

  /** Somebody's copy of a template, or one with a disk that he added, is none to finish. */
  private boolean isOurs(BuildTemplate change, VmId id) {
    try {
      Vm vm = client.vm(change.host().value(), id.value());
      return TemplateClaim.of(id, GuestConfiguration.of(vm.pending()))
          .filter(TemplateClaim::isProven)
          .filter(claim -> claim.marks().equals(change.identity().marks()))
          .filter(claim -> claim.finished() || !vm.status().isRunning())
          .isPresent();
    } catch (ProxmoxException e) {
      if (e.kind() == ErrorKind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  private VmId create(BuildTemplate change) {
    String image = new ImageFile(change.image(), Content.IMPORT).volume(change.imageStorage());
    for (int step = 0; step < IDS; step++) {
      VmId id = new VmId(change.vmId().value() + step);
      try {
        tasks.run(
            change, () -> client.host(change.host().value()).create(newVm(change, id, image)));
        return id;
      } catch (ProxmoxException e) {
        boolean perhapsOurs = e.kind() == ErrorKind.ALREADY_EXISTS || e.outcomeUnknown();
        if (!perhapsOurs) {
          throw e;
        }
        awaitCreation(change, id);
        if (isOurs(change, id)) {
          return id;
        }
        step -= e.kind() == ErrorKind.ALREADY_EXISTS ? 0 : 1;
      }
    }
    throw new ChangeFailedException(
        "No id from "
            + change.vmId()
            + " on is free for "
            + change.identity().name()
            + ".\nGive templates another range (vm_id_ranges).");
  }

  private void awaitCreation(BuildTemplate change, VmId id) {
    tasks.awaitRunning(
        change,
        change.host().value(),
        task -> task.upid().type().equals("qmcreate") && task.upid().id().equals(id.toString()));
  }

  private static NewVm newVm(BuildTemplate change, VmId id, String image) {
    TreeMap<String, String> settings = new TreeMap<>(change.configuration().values());
    settings.computeIfPresent(change.systemDisk(), (key, value) -> importing(key, value, image));
    settings.put("name", change.identity().name());
    settings.put("description", description(change, id));
    return new NewVm(id.value(), settings, Optional.empty(), Optional.empty());
  }

  private static String description(BuildTemplate change, VmId id) {
    return change.identity().marks().line() + "\n" + new BuilderMark(change.builder(), id).line();
  }

  private static String importing(String key, String value, String image) {
    return Disk.parse(VmConfigKey.of(key).bus().orElseThrow(), value).withImportFrom(image).text();
  }

  /** There is no way back from a template, and somebody can have taken the id meanwhile. */
  private void refuseAnother(BuildTemplate change, Vm vm) {
    if (!isOurs(change, new VmId(vm.id()))) {
      throw new ChangeFailedException(
          "VM "
              + vm.id()
              + " on "
              + vm.host()
              + " is not the unfinished template "
              + change.identity().name()
              + " any more, so it was not touched.\nLook at it, then plan again.");
    }
  }

  private void convert(BuildTemplate change, Vm vm) {
    try {
      tasks.run(change, () -> vm.convertToTemplate(() -> refuseAnother(change, vm)));
    } catch (ProxmoxException e) {
      // Another run may have been quicker.
      if (!vm.status().template()) {
        throw e;
      }
    }
  }
}
