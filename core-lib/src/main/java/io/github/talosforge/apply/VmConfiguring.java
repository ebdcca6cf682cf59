package io.github.talosforge.apply;

import io.github.talosforge.apply.VmGuard.Found;
import io.github.talosforge.model.DiskSize;
import io.github.talosforge.plan.AddDisk;
import io.github.talosforge.plan.Change;
import io.github.talosforge.plan.ChangeConfiguration;
import io.github.talosforge.plan.CidataDrive;
import io.github.talosforge.plan.CreateVm;
import io.github.talosforge.plan.DetachDisk;
import io.github.talosforge.plan.FieldChange;
import io.github.talosforge.plan.FreeVolume;
import io.github.talosforge.plan.GrowDisk;
import io.github.talosforge.plan.ReleaseDisks;
import io.github.talosforge.plan.StopStartVm;
import io.github.talosforge.plan.VmChange;
import io.github.talosforge.plan.WantedConfiguration;
import io.github.talosforge.proxmox.ConfigChange;
import io.github.talosforge.proxmox.Look;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.Vm;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Brings the configuration and the disks of a VM to what a change wants. */
final class VmConfiguring {
  private final Tasks tasks;
  private final VmGuard guard;
  private final MadeDrives made;

  VmConfiguring(ProxmoxClient client, Tasks tasks, VmGuard guard) {
    this.tasks = tasks;
    this.guard = guard;
    this.made = new MadeDrives(client);
  }

  /** Completes a VM that has just been made: one configuration call, then its disks grow. */
  void complete(CreateVm change) {
    Found before = tasks.despiteOthers(() -> configured(change));
    Found found = attachesData(change) ? guard.begun(change.vm()) : before;
    boolean continued = change.source() instanceof CreateVm.Source.Made;
    change
        .sizes()
        .forEach(
            (key, size) -> {
              boolean grown = grow(change, found, key, size);
              if (grown && continued) {
                note(change, guard.begun(change.vm()), key, size);
              }
            });
  }

  /** A disk that is attached and not made has the size that it has. */
  private static boolean attachesData(CreateVm change) {
    return change.sizes().keySet().stream().anyMatch(key -> existing(change, key).isPresent());
  }

  private static Optional<Volume> existing(CreateVm change, String key) {
    return Optional.ofNullable(change.configuration().values().get(key))
        .flatMap(text -> disk(key, text))
        .map(Disk::volume)
        .filter(volume -> volume.owner().isPresent());
  }

  /** What came with the template must not take the place of a node's data. */
  private static void refuseOtherDisks(CreateVm change, Found found) {
    for (String key : change.sizes().keySet()) {
      Optional<Volume> wanted = existing(change, key);
      Optional<Volume> there = disk(found, key).map(Disk::volume);
      if (wanted.isPresent() && there.isPresent() && !there.equals(wanted)) {
        throw new ChangeFailedException(
            key
                + " of "
                + change.vm().label()
                + " holds "
                + there.get()
                + ", where "
                + wanted.get()
                + " belongs.\nUse a template with a single disk.");
      }
    }
  }

  private Found configured(CreateVm change) {
    Found found = guard.begun(change.vm());
    refuseOtherDisks(change, found);
    Map<String, String> values =
        change.configuration().differencesTo(found.configuration().afterRestart());
    ConfigChange call = ConfigChange.none();
    for (String key : change.start() ? List.<String>of() : competitors(found)) {
      call = call.delete(key);
    }
    if (!values.isEmpty() || !call.deleted().isEmpty()) {
      send(change, found, call, values);
    }
    return found;
  }

  /** A template can bring a cloud-init drive, which has the same label as a CD of ours. */
  private static List<String> competitors(Found found) {
    return CidataDrive.competitors(found.configuration());
  }

  void configure(ChangeConfiguration change) {
    Found found = guard.finished(change.vm());
    if (!found.configuration().digest().equals(change.digest())) {
      throw new ChangeFailedException(
          change.vm().label()
              + " was changed by somebody else since the plan was made.\nPlan again.");
    }
    send(change, found, ConfigChange.none(), made.named(found, change.values()));
  }

  void add(AddDisk change) {
    Found found = guard.finished(change.vm());
    if (found.configuration().afterRestart().containsKey(change.key())) {
      throw new ChangeFailedException(
          change.key() + " of " + change.vm().label() + " holds a disk by now.\nPlan again.");
    }
    send(change, found, ConfigChange.none(), Map.of(change.key(), change.value()));
  }

  void detach(DetachDisk change) {
    Found found = guard.finished(change.vm());
    if (found.vm().status().isRunning()) {
      throw new ChangeFailedException(
          change.vm().label()
              + " runs by now, and Talos may have "
              + change.key()
              + " mounted.\nPlan again.");
    }
    boolean same = holds(found, change.key(), change.volume());
    refuseOther(change, change.key(), change.volume(), same);
    send(change, found, ConfigChange.none().delete(change.key()), Map.of());
  }

  /** A volume that somebody attached again, or that is another one, stays. */
  void free(FreeVolume change) {
    Found found = guard.finished(change.vm());
    boolean same =
        found
            .configuration()
            .get(change.key())
            .filter(text -> Volume.parse(text).text().equals(change.volume()))
            .isPresent();
    refuseOther(change, change.key(), change.volume(), same);
    Look look = guard.usedNowhereElse(change.vm(), change.key(), change.volume(), tasks::isStopped);
    String digest = found.configuration().digest();
    tasks.runQuick(change, () -> found.vm().destroyKept(change.key(), digest, look));
  }

  private static void refuseOther(VmChange change, String key, String volume, boolean same) {
    if (!same) {
      throw new ChangeFailedException(
          key + " of " + change.vm().label() + " is no longer " + volume + ".\nPlan again.");
    }
  }

  /** What cannot be unprotected is not shut down for nothing. */
  void liftProtection(ReleaseDisks change) {
    if (change.protectedNow()) {
      Found found = guard.finished(change.vm());
      if (found.configuration().get("protection").filter("1"::equals).isPresent()) {
        send(change, found, ConfigChange.none(), Map.of("protection", "0"));
      }
    }
  }

  /** Takes the data disks off a VM that is off, and looks that they are. */
  void release(ReleaseDisks change) {
    Found found = guard.finished(change.vm());
    List<String> keys =
        change.disks().entrySet().stream()
            .filter(disk -> holds(found, disk.getKey(), disk.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    detachment(found, keys)
        .ifPresent(call -> tasks.runQuick(change, () -> found.vm().configure(call)));
    Found after = guard.finished(change.vm());
    for (Map.Entry<String, String> disk : change.disks().entrySet()) {
      if (after
          .configuration()
          .current()
          .getOrDefault(disk.getKey(), "")
          .contains(disk.getValue())) {
        throw new ChangeFailedException(
            disk.getValue()
                + " is still attached to "
                + change.vm().label()
                + ", so nothing was destroyed.\nShut the VM down, then run again.");
      }
    }
  }

  /** Changes on a VM that is off what waited for that: disks that go, cards that are replaced. */
  void changeStopped(StopStartVm change) {
    List<FieldChange> gone = change.fields().stream().filter(FieldChange::removesDrive).toList();
    if (gone.isEmpty() && change.values().isEmpty()) {
      return;
    }
    Found found = guard.finished(change.vm());
    List<String> keys =
        gone.stream()
            .filter(field -> holds(found, field.key(), field.oldValue().orElse("")))
            .map(FieldChange::key)
            .toList();
    Map<String, String> values =
        new WantedConfiguration(change.values())
            .differencesTo(found.configuration().afterRestart());
    if (!keys.isEmpty() || !values.isEmpty()) {
      // The VM was stopped for this, so it is done even if the run is stopped now.
      found
          .vm()
          .configure(new ConfigChange(values, keys, List.of(), digest(found)))
          .ifPresent(task -> tasks.await(change, task));
    }
  }

  private static Optional<String> digest(Found found) {
    return Optional.of(found.configuration().digest());
  }

  private static boolean holds(Found found, String key, String volume) {
    return disk(found, key).filter(disk -> disk.volume().text().equals(volume)).isPresent();
  }

  private static Optional<ConfigChange> detachment(Found found, List<String> keys) {
    return keys.isEmpty()
        ? Optional.empty()
        : Optional.of(new ConfigChange(Map.of(), keys, List.of(), digest(found)));
  }

  void grow(GrowDisk change) {
    if (grow(change, guard.finished(change.vm()), change.key(), change.to())) {
      note(change, guard.finished(change.vm()), change.key(), change.to());
    }
  }

  private boolean grow(Change change, Found found, String key, DiskSize size) {
    if (isSmaller(found, key, size)) {
      tasks.run(change, () -> found.vm().resize(key, proxmoxSize(size)));
      return true;
    }
    return false;
  }

  /**
   * A volume can have grown while its VM's file could not be written. To grow it again does nothing
   * then; setting the drive makes Proxmox VE look at the volume.
   */
  private void note(Change change, Found found, String key, DiskSize size) {
    if (isSmaller(found, key, size)) {
      String drive = found.configuration().afterRestart().getOrDefault(key, "");
      send(change, found, ConfigChange.none(), Map.of(key, drive));
    }
  }

  private static boolean isSmaller(Found found, String key, DiskSize size) {
    return disk(found, key)
        .flatMap(Disk::size)
        .filter(now -> DiskSize.of(now.toString()).compareTo(size) < 0)
        .isPresent();
  }

  private static io.github.talosforge.proxmox.property.DiskSize proxmoxSize(DiskSize size) {
    return io.github.talosforge.proxmox.property.DiskSize.parse(size.toString());
  }

  private static Optional<Disk> disk(Found found, String key) {
    return Optional.ofNullable(found.configuration().afterRestart().get(key))
        .flatMap(text -> disk(key, text));
  }

  private static Optional<Disk> disk(String key, String text) {
    return VmConfigKey.of(key).parse(text).filter(Disk.class::isInstance).map(Disk.class::cast);
  }

  private void send(Change change, Found found, ConfigChange call, Map<String, String> values) {
    Vm vm = found.vm();
    tasks.runQuick(
        change,
        () -> vm.configure(new ConfigChange(values, call.deleted(), List.of(), digest(found))));
  }
}
