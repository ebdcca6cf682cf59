package io.github.talosforge.plan;

import io.github.talosforge.model.Tag;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.proxmox.property.CdRom;
import io.github.talosforge.proxmox.property.CloudInitDrive;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.Drive;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What Proxmox makes of a change, values that wait for a stop and start included. */
final class Outcome {
  private Outcome() {}

  static void of(Change change, Scene scene) {
    if (change instanceof BuildTemplate build) {
      Guest template =
          Guest.template(build.vmId().value(), build.identity().name(), build.host().value());
      scene.put(
          template
              .with("template", "1")
              .with(
                  "tags",
                  build.identity().tags().stream().map(Tag::value).collect(Collectors.joining(";")))
              .with(
                  "description",
                  build.identity().marks().line()
                      + "\n"
                      + new BuilderMark(build.builder(), build.vmId()).line()));
    } else if (change instanceof CreateVm create) {
      scene.put(made(create));
    } else if (change instanceof ChangeConfiguration configure) {
      scene.change(configure.vm().vmId().value(), guest -> configured(guest, configure));
    } else if (change instanceof GrowDisk grow) {
      scene.change(
          grow.vm().vmId().value(), guest -> resized(guest, grow.key(), grow.to().toString()));
    } else if (change instanceof MoveDisk move) {
      scene.change(
          move.vm().vmId().value(),
          guest ->
              guest.with(
                  move.key(),
                  guest
                      .current
                      .get(move.key())
                      .replace(move.volume(), move.storage() + ":vm-" + guest.id + "-disk-9")));
    } else if (change instanceof AddDisk add) {
      scene.change(add.vm().vmId().value(), guest -> attached(guest, add.key(), add.value(), add));
    } else if (change instanceof DetachDisk detach) {
      scene.change(
          detach.vm().vmId().value(),
          guest -> guest.without(detach.key()).with("unused0", detach.volume()));
    } else if (change instanceof StartVm start) {
      scene.change(start.vm().vmId().value(), guest -> guest.power(ObservedGuest.Power.RUNNING));
    } else if (change instanceof StopStartVm restart) {
      scene.change(restart.vm().vmId().value(), guest -> restarted(guest, restart));
    }
  }

  private static Guest made(CreateVm create) {
    Guest guest = Guest.vm(create.vm().vmId().value(), "", create.vm().host().value());
    for (Map.Entry<String, String> entry : create.configuration().values().entrySet()) {
      guest.with(
          entry.getKey(),
          stored(
              guest,
              entry.getKey(),
              entry.getValue(),
              Optional.ofNullable(create.sizes().get(entry.getKey())).map(Object::toString)));
    }
    guest.pool = create.pool().map(Object::toString);
    return guest;
  }

  private static String stored(Guest guest, String key, String value, Optional<String> size) {
    String volume = "vm-" + guest.id + "-disk-" + guest.current.size();
    if (key.equals("efidisk0") || key.equals("tpmstate0")) {
      String storage = value.substring(0, value.indexOf(':'));
      String options = value.contains(",") ? value.substring(value.indexOf(',')) : "";
      return storage + ":" + volume + options + ",size=4M";
    }
    Optional<DriveBus> bus = VmConfigKey.of(key).bus();
    if (bus.isEmpty()) {
      return value;
    }
    Drive drive = Drive.parse(bus.get(), value);
    if (drive instanceof CloudInitDrive) {
      String storage = drive.volume().storage().orElseThrow();
      return storage + ":vm-" + guest.id + "-cloudinit,media=cdrom,size=4M";
    }
    if (drive instanceof CdRom) {
      return value;
    }
    if (!drive.volume().requestsAllocation()) {
      return value;
    }
    Volume made = Volume.parse(drive.volume().storage().orElseThrow() + ":" + volume);
    return ((Disk) drive).withVolume(made).text() + size.map(text -> ",size=" + text).orElse("");
  }

  private static Guest configured(Guest guest, ChangeConfiguration change) {
    guest.digest = guest.digest + "+";
    change
        .values()
        .forEach(
            (key, value) -> {
              boolean waits =
                  change.fields().stream()
                      .anyMatch(
                          field ->
                              field.key().equals(key) && field.effect() == Effect.AFTER_STOP_START);
              if (waits) {
                guest.pending(key, value);
              } else {
                guest.pending.remove(key);
                guest.with(key, keepSize(guest.current.get(key), value));
              }
            });
    return guest;
  }

  private static String keepSize(String old, String value) {
    if (old == null || !old.contains(",size=") || value.contains(",size=")) {
      return value;
    }
    return value + old.substring(old.indexOf(",size="));
  }

  private static Guest resized(Guest guest, String key, String size) {
    return guest.with(key, guest.current.get(key).replaceAll("size=[^,]*", "size=" + size));
  }

  private static Guest attached(Guest guest, String key, String value, AddDisk add) {
    String text = stored(guest, key, value, add.size().map(Object::toString));
    return add.effect() == Effect.AT_ONCE ? guest.with(key, text) : guest.pending(key, text);
  }

  private static Guest restarted(Guest guest, StopStartVm change) {
    guest.current.keySet().removeAll(guest.deletions);
    guest.pending.forEach((key, value) -> guest.with(key, keepSize(guest.current.get(key), value)));
    guest.pending.clear();
    guest.deletions.clear();
    change.values().forEach(guest::with);
    return guest;
  }
}
