package io.github.talosforge.desired;

import io.github.talosforge.model.ExplainedValue;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.Origin;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out which line of the user's files wants a value of a VM's configuration. */
public final class WantedBy {
  private static final Pattern NUMBERED = Pattern.compile("(scsi|net|ipconfig)([0-9]+)");

  private static final Map<String, String> WHOLE =
      Map.ofEntries(
          Map.entry("agent", "qemu_agent"),
          Map.entry("balloon", "balloon"),
          Map.entry("bios", "bios"),
          Map.entry("boot", "boot_order"),
          Map.entry("cores", "vm_cores"),
          Map.entry("cpu", "cpu_type"),
          Map.entry("cpulimit", "cpu_limit"),
          Map.entry("cpuunits", "cpu_units"),
          Map.entry("description", "description"),
          Map.entry("efidisk0", "efi_storage"),
          Map.entry("hostpci0", "gpu_mapping"),
          Map.entry("ide2", "provision"),
          Map.entry("ipconfig0", "address"),
          Map.entry("machine", "machine"),
          Map.entry("memory", "vm_memory"),
          Map.entry("name", "name"),
          Map.entry("net0", "network_bridge"),
          Map.entry("numa", "numa"),
          Map.entry("onboot", "onboot"),
          Map.entry("ostype", "ostype"),
          Map.entry("protection", "protection"),
          Map.entry("rng0", "rng"),
          Map.entry("scsi0", "storage"),
          Map.entry("scsihw", "scsi_hw"),
          Map.entry("serial0", "serial_console"),
          Map.entry("sockets", "vm_sockets"),
          Map.entry("startup", "vm_startup_order"),
          Map.entry("tpmstate0", "tpm"),
          Map.entry("vga", "vga"),
          Map.entry("watchdog", "watchdog"));

  private static final Map<String, String> PARTS =
      Map.ofEntries(
          Map.entry("cpu.flags", "cpu_flags"),
          Map.entry("efidisk0.efitype", "efi_type"),
          Map.entry("efidisk0.pre-enrolled-keys", "efi_pre_enrolled_keys"),
          Map.entry("hostpci0.host", "gpu_pci_bdf"),
          Map.entry("hostpci0.pcie", "gpu_pcie_mode"),
          Map.entry("hostpci0.rombar", "gpu_rombar"),
          Map.entry("net0.firewall", "net_firewall"),
          Map.entry("net0.macaddr", "mac_addr"),
          Map.entry("net0.model", "net_model"),
          Map.entry("net0.mtu", "mtu"),
          Map.entry("net0.queues", "net_queues"),
          Map.entry("net0.rate", "net_rate"),
          Map.entry("net0.tag", "vlan_tag"),
          Map.entry("net0.trunks", "vlan_trunks"),
          Map.entry("scsi0.aio", "disk_aio"),
          Map.entry("scsi0.backup", "disk_backup"),
          Map.entry("scsi0.cache", "disk_cache"),
          Map.entry("scsi0.discard", "disk_discard"),
          Map.entry("scsi0.iothread", "disk_iothread"),
          Map.entry("scsi0.replicate", "disk_replicate"),
          Map.entry("scsi0.serial", "disk_serial"),
          Map.entry("scsi0.size", "vm_disk_size"),
          Map.entry("scsi0.ssd", "disk_ssd"),
          Map.entry("scsi0.wwn", "disk_wwn"),
          Map.entry("startup.down", "vm_shutdown_delay"),
          Map.entry("startup.up", "vm_startup_delay"),
          Map.entry("watchdog.action", "watchdog_action"));

  private WantedBy() {}

  /**
   * Returns who wants a value, if it is one that a single line or default decides.
   *
   * @param node the node
   * @param option the key of the VM's configuration, such as {@code net0}
   * @param part the part of its value, such as {@code tag}; empty for the value as a whole
   */
  public static Optional<Origin> origin(NodeSpec node, String option, Optional<String> part) {
    return part.map(name -> PARTS.get(option + "." + name))
        .or(() -> Optional.ofNullable(WHOLE.get(option)))
        .or(() -> numbered(node, option))
        .or(() -> Optional.of("vm_options." + option))
        .flatMap(node.provenance()::find)
        .map(ExplainedValue::origin);
  }

  /** Returns who wants a disk that the node's data VM keeps. */
  public static Optional<Origin> origin(NodeSpec node, DataVolume volume) {
    return node.provenance().find(volume.setting()).map(ExplainedValue::origin);
  }

  private static Optional<String> numbered(NodeSpec node, String option) {
    Matcher key = NUMBERED.matcher(option);
    if (!key.matches()) {
      return Optional.empty();
    }
    if (!key.group(1).equals("scsi")) {
      return Optional.of("extra_nics");
    }
    int extra = Integer.parseInt(key.group(2)) - Drives.FIRST_EXTRA;
    boolean volume = extra < 0 || extra >= node.vm().extraDisks().size();
    return Optional.of(volume ? "volumes" : "extra_disks");
  }
}
