package io.github.talosforge.plan;

import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.Map;
import java.util.Optional;

/** Which key of the files a part of a VM's configuration comes from. */
final class WrittenAs {
  private static final Map<String, String> PLAIN =
      Map.ofEntries(
          Map.entry("agent", "qemu_agent"),
          Map.entry("balloon", "balloon"),
          Map.entry("bios", "bios"),
          Map.entry("boot", "boot_order"),
          Map.entry("cores", "vm_cores"),
          Map.entry("cpu", "cpu_type"),
          Map.entry("cpu.flags", "cpu_flags"),
          Map.entry("cpulimit", "cpu_limit"),
          Map.entry("cpuunits", "cpu_units"),
          Map.entry("description", "description"),
          Map.entry("efidisk0", "efi_type"),
          Map.entry("efidisk0.pre-enrolled-keys", "efi_pre_enrolled_keys"),
          Map.entry("hostpci0", "gpu_mapping"),
          Map.entry("ide2", "cloudinit_storage"),
          Map.entry("ipconfig0", "address"),
          Map.entry("ipconfig0.gw", "node_gateway"),
          Map.entry("machine", "machine"),
          Map.entry("memory", "vm_memory"),
          Map.entry("nameserver", "dns_servers"),
          Map.entry("numa", "numa"),
          Map.entry("onboot", "onboot"),
          Map.entry("ostype", "ostype"),
          Map.entry("protection", "protection"),
          Map.entry("rng0", "rng"),
          Map.entry("scsihw", "scsi_hw"),
          Map.entry("serial0", "serial_console"),
          Map.entry("sockets", "vm_sockets"),
          Map.entry("startup", "vm_startup_order"),
          Map.entry("startup.down", "vm_shutdown_delay"),
          Map.entry("startup.up", "vm_startup_delay"),
          Map.entry("tags", "tags"),
          Map.entry("tpmstate0", "tpm"),
          Map.entry("vga", "vga"),
          Map.entry("watchdog", "watchdog"),
          Map.entry("watchdog.action", "watchdog_action"));
  private static final Map<String, String> FIRST_CARD =
      Map.of(
          "bridge", "network_bridge",
          "firewall", "net_firewall",
          "macaddr", "mac_addr",
          "model", "net_model",
          "mtu", "mtu",
          "queues", "net_queues",
          "rate", "net_rate",
          "tag", "vlan_tag",
          "trunks", "vlan_trunks");
  private static final Map<String, String> DISK =
      Map.of(
          "aio", "disk_aio",
          "backup", "disk_backup",
          "cache", "disk_cache",
          "discard", "disk_discard",
          "iothread", "disk_iothread",
          "replicate", "disk_replicate",
          "serial", "disk_serial",
          "size", "vm_disk_size",
          "ssd", "disk_ssd",
          "wwn", "disk_wwn");

  private WrittenAs() {}

  /** Returns the key of the files, or the closest that is known. */
  static Optional<String> of(String key, Optional<String> part, String systemDisk) {
    if (key.equals("net0")) {
      return part.map(FIRST_CARD::get);
    }
    if (key.equals(systemDisk)) {
      return Optional.of(part.map(DISK::get).orElse("storage"));
    }
    VmConfigKey parsed = VmConfigKey.of(key);
    if (parsed.bus().isPresent() && !PLAIN.containsKey(key)) {
      return Optional.of("extra_disks");
    }
    if (parsed.index().isPresent() && parsed.family().equals("net")) {
      return Optional.of("extra_nics");
    }
    return part.map(inner -> PLAIN.get(key + "." + inner))
        .or(() -> Optional.of(PLAIN.getOrDefault(key, "vm_options")));
  }
}
