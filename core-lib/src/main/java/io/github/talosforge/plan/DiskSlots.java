package io.github.talosforge.plan;

import io.github.talosforge.allocation.DiskKey;
import io.github.talosforge.model.Wwn;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.DriveBus;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the keys under which the disks of volumes are attached. A disk keeps its key whatever comes
 * or goes beside it: it is known by its volume or its world wide name, never by its place.
 */
final class DiskSlots {
  private static final int LAST = 30;

  private final NodeTarget target;
  private final Map<String, String> after;
  private final Collection<LiveDisk> disks;
  private final Map<String, String> places = new HashMap<>();

  private DiskSlots(NodeTarget target, GuestConfiguration live) {
    this.target = target;
    this.after = live.afterRestart();
    this.disks = LiveDisk.all(live).values();
  }

  /** Returns the target with its volumes' disks where they are attached, new ones beside them. */
  static NodeTarget arranged(NodeTarget target, GuestConfiguration live) {
    DiskSlots slots = new DiskSlots(target, live);
    Set<String> volumes = slots.volumeKeys();
    volumes.forEach(key -> slots.attached(key).ifPresent(at -> slots.places.put(key, at)));
    volumes.stream()
        .filter(key -> !slots.places.containsKey(key) && slots.isFree(key))
        .forEach(key -> slots.places.put(key, key));
    volumes.stream()
        .filter(key -> !slots.places.containsKey(key))
        .sorted()
        .forEach(key -> slots.places.put(key, slots.free(volumes)));
    return target.withKeys(slots.places);
  }

  private Set<String> volumeKeys() {
    Set<String> names =
        target.assignment().wwns().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(DiskKey.volume("")))
            .map(Map.Entry::getValue)
            .map(Wwn::value)
            .map(DiskSlots::lower)
            .collect(Collectors.toSet());
    return target.sizes().keySet().stream()
        .filter(
            key ->
                target.dataVolumes().containsKey(key)
                    || wanted(key).wwn().map(DiskSlots::lower).filter(names::contains).isPresent())
        .collect(Collectors.toSet());
  }

  private Optional<String> attached(String key) {
    return disks.stream()
        .filter(
            disk ->
                target.dataVolumes().containsKey(key)
                    ? disk.volume().equals(wanted(key).volume())
                    : isNamed(disk, key))
        .map(LiveDisk::key)
        .findFirst();
  }

  /** A disk without a name is the one that its place says, and gets the name. */
  private boolean isNamed(LiveDisk disk, String key) {
    Optional<String> name = disk.disk().wwn().map(DiskSlots::lower);
    return name.isEmpty()
        ? disk.key().equals(key)
        : name.equals(wanted(key).wwn().map(DiskSlots::lower));
  }

  private boolean isFree(String key) {
    return !after.containsKey(key) && !places.containsValue(key);
  }

  private String free(Set<String> volumes) {
    Set<String> others = new HashSet<>(target.configuration().values().keySet());
    others.removeAll(volumes);
    for (int index = 1; index <= LAST; index++) {
      String key = DriveBus.SCSI.prefix() + index;
      if (isFree(key) && !others.contains(key)) {
        return key;
      }
    }
    // More than the bus holds: Proxmox says so when it is asked.
    return DriveBus.SCSI.prefix() + (LAST + 1);
  }

  private Disk wanted(String key) {
    return Disk.parse(DriveBus.SCSI, target.configuration().values().getOrDefault(key, "none"));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
