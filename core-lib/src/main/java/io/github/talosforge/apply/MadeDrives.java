package io.github.talosforge.apply;

import io.github.talosforge.apply.VmGuard.Found;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.StoredVolume;
import io.github.talosforge.proxmox.property.CdRom;
import io.github.talosforge.proxmox.property.CloudInitDrive;
import io.github.talosforge.proxmox.property.Drive;
import io.github.talosforge.proxmox.property.DriveBus;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Drives for cloud-init that Proxmox VE made and could not write down. Their name is the same every
 * time, so that one stands in the way of the next; it is the VM's own and is taken as it is,
 * because every start writes it anew.
 */
final class MadeDrives {
  private final ProxmoxClient client;

  MadeDrives(ProxmoxClient client) {
    this.client = client;
  }

  /** Returns values in which drives that are there are named instead of asked for. */
  Map<String, String> named(Found found, Map<String, String> values) {
    Map<String, String> named = new TreeMap<>(values);
    named.replaceAll((key, text) -> made(found, key, text).orElse(text));
    return named;
  }

  private Optional<String> made(Found found, String key, String text) {
    return VmConfigKey.of(key)
        .bus()
        .flatMap(bus -> asked(bus, text).flatMap(drive -> made(found, bus, drive.storage())));
  }

  private static Optional<CloudInitDrive> asked(DriveBus bus, String text) {
    return Optional.of(Drive.parse(bus, text))
        .filter(CloudInitDrive.class::isInstance)
        .map(CloudInitDrive.class::cast)
        .filter(drive -> drive.volume().name().equals("cloudinit"));
  }

  private Optional<String> made(Found found, DriveBus bus, String storage) {
    String name = "vm-" + found.vm().id() + "-cloudinit";
    return client.storage(found.vm().host(), storage).contentOf(found.vm().id()).stream()
        .map(StoredVolume::id)
        .map(Volume::parse)
        .filter(volume -> volume.name().matches("(.*/)?" + name + "(\\.\\w+)?"))
        .findFirst()
        .map(volume -> CdRom.holding(bus, volume).text());
  }
}
