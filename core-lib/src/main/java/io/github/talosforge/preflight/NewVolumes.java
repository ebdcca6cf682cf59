package io.github.talosforge.preflight;

import io.github.talosforge.proxmox.property.PropertyFormatException;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Optional;

/** Tells which values of a configuration ask for a new volume, and where. */
final class NewVolumes {
  private NewVolumes() {}

  /** Returns the storage that a new volume is asked of. */
  static Optional<String> storage(String key, String value) {
    return volume(key, value).flatMap(Volume::storage);
  }

  private static Optional<Volume> volume(String key, String value) {
    try {
      return VmConfigKey.of(key)
          .parse(value)
          .flatMap(property -> property.properties().text("file"))
          .map(Volume::parse)
          .filter(volume -> volume.requestsAllocation() || volume.name().equals("cloudinit"));
    } catch (PropertyFormatException e) {
      return Optional.empty();
    }
  }
}
