package io.github.talosforge.preflight;

import io.github.talosforge.proxmox.property.CdRom;
import io.github.talosforge.proxmox.property.CloudInitDrive;
import io.github.talosforge.proxmox.property.Drive;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.List;

/** The privileges that Proxmox asks for each configuration key, all of them. */
final class KeyPrivileges {
  private static final String OPTIONS = "VM.Config.Options";
  private static final String CD_ROM = "VM.Config.CDROM";
  private static final String CLOUD_INIT = "VM.Config.Cloudinit";
  private static final String DISK = "VM.Config.Disk";

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
    return parsed
        .option()
        .map(option -> option.privilege().stream().toList())
        .orElse(List.of(OPTIONS));
  }
}
