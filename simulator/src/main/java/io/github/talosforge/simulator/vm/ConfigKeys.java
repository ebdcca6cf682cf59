package io.github.talosforge.simulator.vm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The keys of a VM's configuration. */
final class ConfigKeys {
  static final Set<String> CPU =
      Set.of("cores", "cpu", "cpulimit", "cpuunits", "numa", "sockets", "vcpus");
  static final Set<String> MEMORY = Set.of("memory", "balloon", "shares", "allow-ksm");
  static final Set<String> HARDWARE =
      Set.of(
          "acpi",
          "hotplug",
          "kvm",
          "machine",
          "scsihw",
          "smbios1",
          "tablet",
          "vga",
          "watchdog",
          "audio0",
          "rng0");
  static final Set<String> OPTIONS =
      Set.of(
          "agent",
          "autostart",
          "bios",
          "description",
          "keyboard",
          "localtime",
          "migrate_downtime",
          "migrate_speed",
          "name",
          "onboot",
          "ostype",
          "protection",
          "reboot",
          "startdate",
          "startup",
          "tdf",
          "template");
  static final Set<String> DISK = Set.of("boot", "bootdisk", "vmstatestorage");
  static final Set<String> CLOUD_INIT =
      Set.of(
          "cicustom",
          "cipassword",
          "citype",
          "ciuser",
          "ciupgrade",
          "nameserver",
          "searchdomain",
          "sshkeys");
  private static final Set<String> ROOT_ONLY =
      Set.of(
          "affinity",
          "amd-sev",
          "arch",
          "args",
          "hookscript",
          "hugepages",
          "intel-tdx",
          "ivshmem",
          "keephugepages",
          "lock",
          "parallel[n]",
          "spice_enhancements",
          "vmgenid");
  private static final Set<String> DEVICES =
      Set.of(
          "cdrom",
          "efidisk0",
          "freeze",
          "hostpci[n]",
          "ide[n]",
          "ipconfig[n]",
          "net[n]",
          "numa[n]",
          "sata[n]",
          "scsi[n]",
          "serial[n]",
          "tags",
          "tpmstate0",
          "unused[n]",
          "usb[n]",
          "virtio[n]");
  private static final Set<String> NUMBERS =
      Set.of(
          ("acpi autostart balloon cores cpuunits freeze keephugepages kvm localtime"
                  + " migrate_speed numa onboot protection reboot shares sockets tablet tdf"
                  + " template vcpus ciupgrade")
              .split(" "));

  /** Keys of the file that the API does not take. */
  private static final Set<String> WRITTEN_BY_PROXMOX = Set.of("meta", "parent", "snaptime");

  private ConfigKeys() {}

  /** All keys that a call may set, indexed ones as {@code net[n]}. */
  static Set<String> settable() {
    Set<String> keys = new TreeSet<>();
    List.of(CPU, MEMORY, HARDWARE, OPTIONS, DISK, CLOUD_INIT, ROOT_ONLY, DEVICES)
        .forEach(keys::addAll);
    return keys;
  }

  static boolean exists(String key) {
    String indexed = key.replaceFirst("[0-9]+$", "[n]");
    return settable().contains(key)
        || settable().contains(indexed)
        || WRITTEN_BY_PROXMOX.contains(key);
  }

  static boolean isCloudInit(String key) {
    return CLOUD_INIT.contains(key) || key.matches("ipconfig\\d+");
  }

  /** A value as the JSON shows it: Proxmox writes some keys as numbers. */
  static Object json(String key, String value) {
    if (NUMBERS.contains(key) && value.matches("-?[0-9]{1,18}")) {
      return Long.valueOf(value);
    }
    return value;
  }

  /** Tags in the form that Proxmox stores: lower case, once each, sorted, with semicolons. */
  static String uniqueTags(String tags) {
    Set<String> unique = new LinkedHashSet<>();
    for (String tag : split(tags)) {
      unique.add(tag.toLowerCase(Locale.ROOT));
    }
    return String.join(";", new TreeSet<>(unique));
  }

  static List<String> split(String list) {
    List<String> parts = new ArrayList<>(Arrays.asList(list.split("[,;\\s\\x00]+")));
    parts.removeIf(String::isEmpty);
    return parts;
  }

  /** The devices of a boot order; empty for the legacy form. */
  static List<String> bootOrder(String boot) {
    for (String part : boot.split(",", -1)) {
      if (part.startsWith("order=")) {
        return split(part.substring("order=".length()));
      }
    }
    return List.of();
  }

  /**
   * Without a device it is blank, which is how Proxmox reads back the empty line that it writes.
   */
  static String printBootOrder(List<String> devices) {
    return devices.isEmpty() ? " " : "order=" + String.join(";", devices);
  }
}
