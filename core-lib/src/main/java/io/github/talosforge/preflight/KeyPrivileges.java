package io.github.talosforge.preflight;

import io.github.talosforge.proxmox.property.CdRom;
import io.github.talosforge.proxmox.property.CloudInitDrive;
import io.github.talosforge.proxmox.property.Drive;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.List;
import java.util.Map;

/** The privileges that Proxmox asks for each configuration key, all of them. */
final class KeyPrivileges {
  private static final String OPTIONS = "VM.Config.Options";
  private static final String CD_ROM = "VM.Config.CDROM";
  private static final String CLOUD_INIT = "VM.Config.Cloudinit";
  private static final String DISK = "VM.Config.Disk";

  private static final Map<String, String> BY_FAMILY =
      Map.ofEntries(
          Map.entry("affinity", "VM.Config.CPU"),
          Map.entry("cores", "VM.Config.CPU"),
          Map.entry("cpu", "VM.Config.CPU"),
          Map.entry("cpulimit", "VM.Config.CPU"),
          Map.entry("cpuunits", "VM.Config.CPU"),
          Map.entry("numa", "VM.Config.CPU"),
          Map.entry("sockets", "VM.Config.CPU"),
          Map.entry("vcpus", "VM.Config.CPU"),
          Map.entry("balloon", "VM.Config.Memory"),
          Map.entry("memory", "VM.Config.Memory"),
          Map.entry("shares", "VM.Config.Memory"),
          Map.entry("acpi", "VM.Config.HWType"),
          Map.entry("audio", "VM.Config.HWType"),
          Map.entry("hostpci", "VM.Config.HWType"),
          Map.entry("hotplug", "VM.Config.HWType"),
          Map.entry("kvm", "VM.Config.HWType"),
          Map.entry("machine", "VM.Config.HWType"),
          Map.entry("rng0", "VM.Config.HWType"),
          Map.entry("scsihw", "VM.Config.HWType"),
          Map.entry("serial", "VM.Config.HWType"),
          Map.entry("smbios1", "VM.Config.HWType"),
          Map.entry("tablet", "VM.Config.HWType"),
          Map.entry("usb", "VM.Config.HWType"),
          Map.entry("vga", "VM.Config.HWType"),
          Map.entry("watchdog", "VM.Config.HWType"),
          Map.entry("boot", DISK),
          Map.entry("efidisk0", DISK),
          Map.entry("tpmstate0", DISK),
          Map.entry("net", "VM.Config.Network"),
          Map.entry("ipconfig", CLOUD_INIT),
          Map.entry("nameserver", CLOUD_INIT),
          Map.entry("searchdomain", CLOUD_INIT),
          Map.entry("ciuser", CLOUD_INIT),
          Map.entry("cipassword", CLOUD_INIT),
          Map.entry("sshkeys", CLOUD_INIT));

  private KeyPrivileges() {}

  static List<String> of(String key, String value) {
    VmConfigKey parsed = VmConfigKey.of(key);
    if (parsed.bus().isPresent()) {
      Drive drive = Drive.parse(parsed.bus().get(), value);
      if (drive instanceof CdRom) {
        return List.of(CD_ROM);
      }
      return drive instanceof CloudInitDrive ? List.of(CLOUD_INIT, CD_ROM) : List.of(DISK);
    }
    return List.of(BY_FAMILY.getOrDefault(parsed.family(), BY_FAMILY.getOrDefault(key, OPTIONS)));
  }
}
