package io.github.talosforge.preflight;

import io.github.talosforge.proxmox.property.CdRom;
import io.github.talosforge.proxmox.property.CloudInitDrive;
import io.github.talosforge.proxmox.property.Drive;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.Map;

/** The privilege that Proxmox asks for each configuration key. */
final class KeyPrivileges {
  private static final String OPTIONS = "VM.Config.Options";

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
          Map.entry("boot", "VM.Config.Disk"),
          Map.entry("efidisk0", "VM.Config.Disk"),
          Map.entry("tpmstate0", "VM.Config.Disk"),
          Map.entry("net", "VM.Config.Network"),
          Map.entry("ipconfig", "VM.Config.Cloudinit"),
          Map.entry("nameserver", "VM.Config.Cloudinit"),
          Map.entry("searchdomain", "VM.Config.Cloudinit"),
          Map.entry("ciuser", "VM.Config.Cloudinit"),
          Map.entry("cipassword", "VM.Config.Cloudinit"),
          Map.entry("sshkeys", "VM.Config.Cloudinit"));

  private KeyPrivileges() {}

  static String of(String key, String value) {
    VmConfigKey parsed = VmConfigKey.of(key);
    if (parsed.bus().isPresent()) {
      Drive drive = Drive.parse(parsed.bus().get(), value);
      if (drive instanceof CdRom) {
        return "VM.Config.CDROM";
      }
      return drive instanceof CloudInitDrive ? "VM.Config.Cloudinit" : "VM.Config.Disk";
    }
    return BY_FAMILY.getOrDefault(parsed.family(), BY_FAMILY.getOrDefault(key, OPTIONS));
  }
}
