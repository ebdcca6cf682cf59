package io.github.talosforge.proxmox.property;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key of a guest configuration, such as {@code net0}: what its value means, whatever its kind.
 *
 * @param family the key without its number, such as {@code net}
 * @param index the number, absent for keys that exist once
 */
public record VmConfigKey(String family, OptionalInt index) {
  private static final Pattern NUMBERED =
      Pattern.compile(
          "(net|scsi|virtio|virtiofs|sata|ide|hostpci|ipconfig|numa|serial|usb|unused|parallel)(\\d{1,3})");
  private static final Set<String> FLAGS =
      Set.of(
          "acpi",
          "autostart",
          "ciupgrade",
          "freeze",
          "kvm",
          "localtime",
          "numa",
          "onboot",
          "protection",
          "reboot",
          "tablet",
          "tdf",
          "template");
  private static final Set<String> NUMBERS =
      Set.of(
          "balloon",
          "cores",
          "cpulimit",
          "cpuunits",
          "migrate_downtime",
          "migrate_speed",
          "shares",
          "smp",
          "sockets",
          "vcpus");
  private static final Set<String> LISTS = Set.of("nameserver", "searchdomain", "hotplug");
  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry("acpi", "1"),
          Map.entry("autostart", "0"),
          Map.entry("bios", "seabios"),
          Map.entry("ciupgrade", "1"),
          Map.entry("cores", "1"),
          Map.entry("cpulimit", "0"),
          Map.entry("freeze", "0"),
          Map.entry("hotplug", "disk;network;usb"),
          Map.entry("kvm", "1"),
          Map.entry("numa", "0"),
          Map.entry("onboot", "0"),
          Map.entry("ostype", "other"),
          Map.entry("protection", "0"),
          Map.entry("reboot", "1"),
          Map.entry("scsihw", "lsi"),
          Map.entry("sockets", "1"),
          Map.entry("tablet", "1"),
          Map.entry("tdf", "0"),
          Map.entry("template", "0"));

  /**
   * Reads a key.
   *
   * @param key for example {@code net0} or {@code agent}
   * @return the key
   */
  public static VmConfigKey of(String key) {
    Matcher numbered = NUMBERED.matcher(key);
    return numbered.matches()
        ? new VmConfigKey(numbered.group(1), OptionalInt.of(Integer.parseInt(numbered.group(2))))
        : new VmConfigKey(key, OptionalInt.empty());
  }

  /**
   * Returns the key as it stands in the configuration.
   *
   * @return for example {@code net0}
   */
  public String name() {
    return index.isPresent() ? family + index.getAsInt() : family;
  }

  /**
   * Returns the bus, if this is the key of a drive.
   *
   * @return the bus, or nothing for any other key
   */
  public Optional<DriveBus> bus() {
    for (DriveBus bus : DriveBus.values()) {
      if (index.isPresent() && family.equals(bus.prefix())) {
        return Optional.of(bus);
      }
    }
    return Optional.empty();
  }

  /**
   * Reads a value of this key, if it is written as a property string.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value, or nothing when values of this key are plain
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public Optional<VmProperty> parse(String text) {
    if (bus().isPresent()) {
      return Optional.of(Drive.parse(bus().get(), text));
    }
    return Optional.ofNullable(typed(text));
  }

  /**
   * Returns whether Proxmox VE treats two values of this key alike.
   *
   * @param left a value, or {@code null} when the key is absent
   * @param right another value, or {@code null} when the key is absent
   * @return true if both mean the same
   * @throws PropertyFormatException if one of them breaks the grammar
   */
  public boolean sameMeaning(@Nullable String left, @Nullable String right) {
    return meaning(left).equals(meaning(right));
  }

  private Object meaning(@Nullable String text) {
    if (text == null) {
      String value = index.isPresent() ? null : DEFAULTS.get(family);
      return value == null ? Map.of() : value;
    }
    if (family.equals("tags")) {
      Tags tags = Tags.parse(text);
      return tags.names().isEmpty() ? Map.of() : tags;
    }
    Optional<VmProperty> typed = parse(text);
    if (typed.isPresent()) {
      VmProperty property = typed.get();
      return property.properties().meaning().isEmpty() ? Map.of() : property;
    }
    return plainMeaning(text);
  }

  private String plainMeaning(String text) {
    if (FLAGS.contains(family)) {
      return meaning(ValueSyntax.FLAG, text);
    }
    if (NUMBERS.contains(family)) {
      return meaning(ValueSyntax.NUMBER, text);
    }
    if (LISTS.contains(family)) {
      String list = String.join(";", text.strip().split("[;,\\s]+", -1));
      return family.equals("hotplug") ? String.join(";", hotplugged(list)) : list;
    }
    return text.stripTrailing();
  }

  private String meaning(ValueSyntax syntax, String text) {
    try {
      return syntax.meaning(text);
    } catch (IllegalArgumentException e) {
      throw new PropertyFormatException(
          family, text, String.valueOf(e.getMessage()), syntax.description());
    }
  }

  /** {@code 1} is short for the default, {@code 0} for nothing. */
  private static Set<String> hotplugged(String list) {
    return switch (list) {
      case "1" -> hotplugged("network;disk;usb");
      case "0" -> Set.of();
      default -> new TreeSet<>(List.of(list.split(";", -1)));
    };
  }

  private @Nullable VmProperty typed(String text) {
    return switch (index.isPresent() ? family + "N" : family) {
      case "netN" -> NetworkDevice.parse(text);
      case "hostpciN" -> PassedThroughDevice.parse(text);
      case "ipconfigN" -> IpConfig.parse(text);
      case "numaN" -> NumaNode.parse(text);
      case "serialN" -> SerialPort.parse(text);
      case "agent" -> GuestAgent.parse(text);
      case "boot" -> BootOrder.parse(text);
      case "cpu" -> CpuType.parse(text);
      case "efidisk0" -> EfiDisk.parse(text);
      case "machine" -> MachineType.parse(text);
      case "memory" -> Memory.parse(text);
      case "rng0" -> RandomSource.parse(text);
      case "smbios1" -> Smbios.parse(text);
      case "startup" -> StartupOrder.parse(text);
      case "tpmstate0" -> TpmState.parse(text);
      case "vga" -> Display.parse(text);
      case "watchdog" -> Watchdog.parse(text);
      default -> null;
    };
  }

  @Override
  public String toString() {
    return name();
  }
}
