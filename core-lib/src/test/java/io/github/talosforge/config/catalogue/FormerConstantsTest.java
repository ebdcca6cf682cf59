package io.github.talosforge.config.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.talosforge.proxmox.property.HotPlugging;
import io.github.talosforge.proxmox.property.ProxmoxOption;
import io.github.talosforge.proxmox.property.VmConfigKey;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table and what is derived from it say what the constants said that they replace. */
class FormerConstantsTest {
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

  private static final Map<String, Set<String>> EXPRESSED =
      Map.of(
          "net", Set.of("bridge", "tag", "trunks", "queues", "firewall", "rate", "mtu"),
          "cpu", Set.of("flags"),
          "startup", Set.of("order", "up", "down"),
          "boot", Set.of("order", "legacy"),
          "ipconfig", Set.of("ip", "gw"));

  private static final Set<String> DISK_PARTS =
      Set.of("discard", "ssd", "backup", "replicate", "iothread", "cache", "aio", "serial", "wwn");

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

  private static final Set<String> NEVER_SEEN_BY_GUEST =
      Set.of(
          "description",
          "hookscript",
          "lock",
          "migrate_downtime",
          "migrate_speed",
          "name",
          "onboot",
          "protection",
          "shares",
          "startup",
          "tags",
          "vmstatestorage");

  private static final Set<String> LIVE = Set.of("cpulimit", "cpuunits", "tablet");

  private static final Set<String> REPLACES_CARD = Set.of("model", "macaddr", "queues", "mtu");

  private static final Set<String> HOST_SIDE_OF_DISK =
      Set.of("backup", "replicate", "shared", "detect_zeroes", "rerror", "werror");

  private static final Pattern KNOWN =
      Pattern.compile(
          "acpi|affinity|agent|allow-ksm|amd-sev|arch|args|audio0|autostart|balloon|bios|boot"
              + "|bootdisk|cdrom|cicustom|cipassword|citype|ciupgrade|ciuser|cores|cpu|cpulimit"
              + "|cpuunits|description|efidisk0|freeze|hookscript|hotplug|hugepages|intel-tdx"
              + "|ivshmem|keephugepages|keyboard|kvm|localtime|machine|memory|migrate_downtime"
              + "|migrate_speed|name|nameserver|numa|onboot|ostype|protection|reboot|rng0|scsihw"
              + "|searchdomain|shares|smbios1|smp|sockets|spice_enhancements|sshkeys|startdate"
              + "|startup|tablet|tags|tdf|tpmstate0|vcpus|vga|vmgenid|vmstatestorage|watchdog"
              + "|(hostpci|ide|ipconfig|net|numa|parallel|sata|scsi|serial|unused|usb|virtio"
              + "|virtiofs)[0-9]{1,3}");

  private static final Set<String> ROOT_ONLY =
      Set.of(
          "args",
          "lock",
          "hugepages",
          "keephugepages",
          "hookscript",
          "affinity",
          "vmgenid",
          "arch",
          "ivshmem",
          "spice_enhancements",
          "amd-sev",
          "intel-tdx",
          "parent",
          "snaptime",
          "meta");

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

  private static final Pattern NUMBERED =
      Pattern.compile(
          "(net|scsi|virtio|virtiofs|sata|ide|hostpci|ipconfig|numa|serial|usb|unused|parallel)(\\d{1,3})");

  @Test
  void theSameOptionsHaveKeysOfTheirOwn() {
    Set<String> expected = new TreeSet<>(OWN_KEYS.keySet());
    expected.removeAll(Set.of("vmid", "pool"));
    expected.addAll(Set.of("scsi[n]", "net[n]", "ipconfig[n]"));

    assertThat(OptionKeys.byOption().keySet()).containsExactlyInAnyOrderElementsOf(expected);
    OWN_KEYS.forEach(
        (option, keys) -> {
          if (!keys.contains("…") && OptionKeys.byOption().containsKey(option)) {
            assertThat(OptionKeys.byOption().get(option)).contains(keys.split(" and ")[0]);
          }
        });
  }

  @Test
  void theSameKeysDecideOptions() {
    WHOLE.forEach(
        (option, key) -> assertThat(OptionKeys.keyOf(option, Optional.empty())).hasValue(key));
    PARTS.forEach(
        (name, key) -> {
          int dot = name.indexOf('.');
          assertThat(OptionKeys.keyOf(name.substring(0, dot), Optional.of(name.substring(dot + 1))))
              .as(name)
              .hasValue(key);
        });
    // What was nowhere in the map fell back to the whole.
    for (OptionPart part : decided().toList()) {
      if (part.part().isPresent() && !part.option().endsWith("]")) {
        String name = part.option() + "." + part.part().get();
        assertThat(OptionKeys.keyOf(part.option(), part.part()).orElseThrow())
            .isEqualTo(PARTS.getOrDefault(name, WHOLE.get(part.option())));
      }
    }
    // Nodes know no line for these, then as now.
    assertThat(
            OptionKeys.byOption().keySet().stream()
                .filter(option -> !WHOLE.containsKey(option) && !option.endsWith("]")))
        .containsExactlyInAnyOrder("nameserver", "tags");
  }

  private static Stream<OptionPart> decided() {
    return Catalogue.all().stream().flatMap(key -> key.decides().stream());
  }

  @Test
  void theSamePartsAreExpressed() {
    // Always written, so that it makes no difference.
    Set<String> always =
        Set.of("net.model", "net.macaddr", "cpu.cputype", "watchdog.model", "watchdog.action");
    Map<String, Set<String>> derived = new TreeMap<>();
    for (String option :
        new String[] {"net0", "net1", "cpu", "startup", "boot", "ipconfig0", "ipconfig3"}) {
      String family = VmConfigKey.of(option).family();
      Set<String> parts = new TreeSet<>(OptionKeys.partsOf(option));
      parts.removeIf(part -> always.contains(family + "." + part));
      assertThat(parts).as(option).isEqualTo(EXPRESSED.get(family));
      derived.put(family, parts);
    }
    assertThat(derived).isEqualTo(EXPRESSED);
    for (String other :
        new String[] {"agent", "machine", "memory", "vga", "rng0", "serial0", "smbios1"}) {
      assertThat(OptionKeys.partsOf(other)).as(other).isEmpty();
    }
    for (String disk : new String[] {"scsi0", "scsi1", "scsi16"}) {
      Set<String> parts = new TreeSet<>(OptionKeys.partsOf(disk));
      parts.removeAll(Set.of("file", "size"));
      assertThat(parts).as(disk).isEqualTo(DISK_PARTS);
    }
  }

  @Test
  void theSamePrivilegesAreNeeded() {
    Map<String, String> differing = new TreeMap<>();
    for (ProxmoxOption option : ProxmoxOption.all()) {
      String family = option.name().replace("[n]", "");
      String before =
          Set.of("ide", "sata", "scsi", "virtio").contains(family)
              ? "VM.Config.Disk"
              : BY_FAMILY.getOrDefault(family, "VM.Config.Options");
      String now = option.privilege().orElse("VM.Config.Options");
      if (!now.equals(before)) {
        differing.put(option.name(), before + " -> " + now);
      }
    }
    assertThat(differing)
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("affinity", "VM.Config.CPU -> VM.Config.Options"),
                Map.entry("allow-ksm", "VM.Config.Options -> VM.Config.Memory"),
                Map.entry("audio0", "VM.Config.Options -> VM.Config.HWType"),
                Map.entry("bootdisk", "VM.Config.Options -> VM.Config.Disk"),
                Map.entry("cdrom", "VM.Config.Options -> VM.Config.CDROM"),
                Map.entry("cicustom", "VM.Config.Options -> VM.Config.Cloudinit"),
                Map.entry("citype", "VM.Config.Options -> VM.Config.Cloudinit"),
                Map.entry("ciupgrade", "VM.Config.Options -> VM.Config.Cloudinit"),
                Map.entry("freeze", "VM.Config.Options -> VM.PowerMgmt"),
                Map.entry("smp", "VM.Config.Options -> VM.Config.CPU"),
                Map.entry("unused[n]", "VM.Config.Options -> VM.Config.Disk"),
                Map.entry("vmstatestorage", "VM.Config.Options -> VM.Config.Disk")));
  }

  @Test
  void theSameOptionsAreTakenByRunningVms() {
    Set<String> atOnce = new TreeSet<>(NEVER_SEEN_BY_GUEST);
    atOnce.addAll(LIVE);
    assertThat(named(HotPlugging.AT_ONCE)).isEqualTo(atOnce);
    assertThat(named(HotPlugging.WITH_NETWORK)).containsExactly("net[n]");
    assertThat(named(HotPlugging.WITH_USB)).containsExactly("usb[n]");
    assertThat(named(HotPlugging.WITH_CPU)).containsExactly("vcpus");
    assertThat(named(HotPlugging.WITH_MEMORY)).containsExactly("memory");
    assertThat(named(HotPlugging.WHILE_BALLOONING)).containsExactly("balloon");
    for (ProxmoxOption option : ProxmoxOption.all()) {
      boolean drive = VmConfigKey.of(option.name().replace("[n]", "0")).bus().isPresent();
      for (String part : option.parts()) {
        boolean live =
            (drive && (HOST_SIDE_OF_DISK.contains(part) || part.matches("(mbps|bps|iops)(_.*)?")))
                || (option.name().equals("agent") && part.equals("fstrim_cloned_disks"));
        assertThat(option.isLive(part)).as(option + "." + part).isEqualTo(live);
        assertThat(option.replacesDevice(part))
            .as(option + "." + part)
            .isEqualTo(option.name().equals("net[n]") && REPLACES_CARD.contains(part));
      }
    }
  }

  private static Set<String> named(HotPlugging when) {
    return ProxmoxOption.all().stream()
        .filter(option -> option.hotPlugging() == when)
        .map(ProxmoxOption::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theSameOptionsAreKnownAndRootsOwn() {
    Set<String> unknown = new HashSet<>();
    Set<String> roots = new TreeSet<>();
    for (ProxmoxOption option : ProxmoxOption.all()) {
      if (!KNOWN.matcher(option.name().replace("[n]", "12")).matches()) {
        unknown.add(option.name());
      }
      if (option.isRootOnly()) {
        roots.add(option.name());
      }
    }
    // Files cannot name these, so that the rule never sees them.
    assertThat(unknown).containsExactlyInAnyOrder("lock", "template");
    for (String alternative : KNOWN.pattern().split("[|]")) {
      String name = alternative.replaceAll("[()]", "").replace("[0-9]{1,3}", "");
      assertThat(
              ProxmoxOption.find(name).isPresent() || ProxmoxOption.find(name + "[n]").isPresent())
          .as(name)
          .isTrue();
    }
    Set<String> before = new TreeSet<>(ROOT_ONLY);
    before.removeAll(Set.of("parent", "snaptime", "meta"));
    before.add("parallel[n]");
    assertThat(roots).isEqualTo(before);
  }

  @Test
  void theSameDefaultsHold() {
    Map<String, String> now = new TreeMap<>();
    ProxmoxOption.all()
        .forEach(option -> option.whenAbsent().ifPresent(value -> now.put(option.name(), value)));
    DEFAULTS.forEach(
        (option, value) ->
            assertThat(now.remove(option))
                .isEqualTo(value.replace("disk;network", "network,disk").replace(";", ",")));
    assertThat(now.keySet())
        .containsExactlyInAnyOrder(
            "allow-ksm",
            "keephugepages",
            "migrate_downtime",
            "migrate_speed",
            "shares",
            "smp",
            "startdate",
            "vcpus");
  }

  @Test
  void theSameOptionsAreNumbered() {
    assertThat(
            ProxmoxOption.all().stream()
                .map(ProxmoxOption::name)
                .filter(name -> name.endsWith("[n]")))
        .allMatch(name -> NUMBERED.matcher(name.replace("[n]", "0")).matches())
        .hasSize(13);
  }
}
