package io.github.talosforge.plan;

import io.github.talosforge.model.DiskSize;
import io.github.talosforge.observe.GuestConfiguration;
import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.Drive;
import io.github.talosforge.proxmox.property.PropertyFormatException;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A disk that a VM has.
 *
 * @param key where it is attached
 * @param disk the disk
 */
record LiveDisk(String key, Disk disk) {

  static Optional<LiveDisk> at(GuestConfiguration live, String key) {
    return Optional.ofNullable(all(live).get(key));
  }

  static SortedMap<String, LiveDisk> all(GuestConfiguration live) {
    SortedMap<String, LiveDisk> disks = new TreeMap<>();
    for (Map.Entry<String, String> entry : live.afterRestart().entrySet()) {
      drive(entry.getKey(), entry.getValue())
          .filter(Disk.class::isInstance)
          .map(Disk.class::cast)
          .ifPresent(disk -> disks.put(entry.getKey(), new LiveDisk(entry.getKey(), disk)));
    }
    return disks;
  }

  private static Optional<Drive> drive(String key, String text) {
    try {
      return VmConfigKey.of(key).bus().map(bus -> Drive.parse(bus, text));
    } catch (PropertyFormatException unreadable) {
      return Optional.empty();
    }
  }

  Volume volume() {
    return disk.volume();
  }

  /** Returns the size, if Proxmox says it. */
  Optional<DiskSize> size() {
    return disk.size().map(size -> size.bytes() >> 10).filter(kib -> kib > 0).map(DiskSize::new);
  }
}
