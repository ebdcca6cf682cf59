package io.github.talosforge.config.catalogue;

import io.github.talosforge.model.InvalidValueException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The grammar of Proxmox VE options that are handed on as they are. */
final class VmOptions {
  private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9_-]{1,40}");
  private static final Pattern NUMBERED = Pattern.compile("(?:scsi|net|ipconfig)[0-9]+");
  private static final Pattern PROPERTY = Pattern.compile("[a-z][a-zA-Z0-9_-]*=.*");

  /** Options with keys of their own: two ways to say one thing would contradict each other. */
  private static final Map<String, String> OWN_KEYS =
      Map.ofEntries(
          Map.entry("cores", "vm_cores"),
          Map.entry("sockets", "vm_sockets"),
          Map.entry("memory", "vm_memory"),
          Map.entry("balloon", "balloon"),
          Map.entry("cpu", "cpu_type and cpu_flags"),
          Map.entry("cpuunits", "cpu_units"),
          Map.entry("cpulimit", "cpu_limit"),
          Map.entry("numa", "numa"),
          Map.entry("bios", "bios"),
          Map.entry("machine", "machine"),
          Map.entry("efidisk0", "efi_type and efi_storage"),
          Map.entry("tpmstate0", "tpm"),
          Map.entry("scsihw", "scsi_hw"),
          Map.entry("scsi0", "vm_disk_size and the disk_… keys"),
          Map.entry("ide2", "provision"),
          Map.entry("net0", "network_bridge and the net_… keys"),
          Map.entry("ipconfig0", "address"),
          Map.entry("nameserver", "dns_servers"),
          Map.entry("agent", "qemu_agent"),
          Map.entry("boot", "boot_order"),
          Map.entry("name", "name"),
          Map.entry("onboot", "onboot"),
          Map.entry("protection", "protection"),
          Map.entry("startup", "vm_startup_order"),
          Map.entry("tags", "tags"),
          Map.entry("description", "description"),
          Map.entry("ostype", "ostype"),
          Map.entry("vga", "vga"),
          Map.entry("serial0", "serial_console"),
          Map.entry("rng0", "rng"),
          Map.entry("watchdog", "watchdog"),
          Map.entry("hostpci0", "gpu_mapping"),
          Map.entry("vmid", "vm_id"),
          Map.entry("pool", "proxmox_pool"));

  /** Options that Proxmox VE or Talosforge alone may write. */
  private static final Set<String> NEVER =
      Set.of(
          "smbios1",
          "vmgenid",
          "meta",
          "digest",
          "delete",
          "revert",
          "force",
          "skiplock",
          "lock",
          "template",
          "parent",
          "snaptime",
          "vmstate",
          "archive",
          "start",
          "node");

  static final TextType<String> NAME =
      new TextType<>("names of Proxmox VE options", VmOptions::name);
  static final TextType<String> VALUE =
      new TextType<>("one line, as Proxmox VE writes it", VmOptions::value);

  private VmOptions() {}

  private static String name(String text) {
    String key = ownKey(text);
    if (key != null) {
      throw new InvalidValueException(
          "a free option",
          "options without a key of their own ('" + text + "': use " + key + ")",
          text);
    }
    if (NEVER.contains(text) || !FORM.matcher(text).matches()) {
      throw new InvalidValueException(
          "a free option",
          "names of Proxmox VE options that users may set: lower-case letters, digits, '_', '-'",
          text,
          form());
    }
    return text;
  }

  /** What names look like that are free, for those who only know forms. */
  private static String form() {
    String taken =
        Stream.concat(OWN_KEYS.keySet().stream(), NEVER.stream())
            .sorted()
            .collect(Collectors.joining("|"));
    return "(?!(?:" + taken + "|" + NUMBERED.pattern() + ")$)" + FORM.pattern();
  }

  private static @Nullable String ownKey(String option) {
    if (NUMBERED.matcher(option).matches() && !OWN_KEYS.containsKey(option)) {
      return option.startsWith("scsi") ? "extra_disks" : "extra_nics";
    }
    return OWN_KEYS.get(option);
  }

  /** A list of properties has distinct names and at most one value without a name. */
  private static String value(String text) {
    boolean line = !text.isBlank() && text.chars().noneMatch(Character::isISOControl);
    if (!line || (isList(text) && !isPropertyList(text))) {
      throw new InvalidValueException(
          "an option's value",
          "one line; if a list of properties, then name=value joined by ',', each name once",
          text);
    }
    return text;
  }

  /** Arguments for QEMU begin with a dash and follow rules of their own. */
  private static boolean isList(String text) {
    return text.contains("=") && !text.startsWith("-");
  }

  private static boolean isPropertyList(String text) {
    Set<String> names = new HashSet<>();
    int bare = 0;
    for (String part : text.split(",", -1)) {
      if (!PROPERTY.matcher(part).matches()) {
        bare++;
      } else if (!names.add(part.substring(0, part.indexOf('=')))) {
        return false;
      }
      if (part.isBlank()) {
        return false;
      }
    }
    return bare <= 1;
  }
}
