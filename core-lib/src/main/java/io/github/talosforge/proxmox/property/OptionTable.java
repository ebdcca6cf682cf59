package io.github.talosforge.proxmox.property;

import static io.github.talosforge.proxmox.property.HotPlugging.AFTER_STOP_START;
import static io.github.talosforge.proxmox.property.HotPlugging.AT_ONCE;
import static io.github.talosforge.proxmox.property.HotPlugging.WHILE_BALLOONING;
import static io.github.talosforge.proxmox.property.HotPlugging.WITH_CPU;
import static io.github.talosforge.proxmox.property.HotPlugging.WITH_MEMORY;
import static io.github.talosforge.proxmox.property.HotPlugging.WITH_NETWORK;
import static io.github.talosforge.proxmox.property.HotPlugging.WITH_USB;
import static io.github.talosforge.proxmox.property.OptionForm.composed;
import static io.github.talosforge.proxmox.property.OptionForm.drive;
import static io.github.talosforge.proxmox.property.OptionForm.flag;
import static io.github.talosforge.proxmox.property.OptionForm.hotPlugFeatures;
import static io.github.talosforge.proxmox.property.OptionForm.list;
import static io.github.talosforge.proxmox.property.OptionForm.number;
import static io.github.talosforge.proxmox.property.OptionForm.tags;
import static io.github.talosforge.proxmox.property.OptionForm.text;
import static io.github.talosforge.proxmox.property.OptionPrivilege.CD_ROM;
import static io.github.talosforge.proxmox.property.OptionPrivilege.CLOUD_INIT;
import static io.github.talosforge.proxmox.property.OptionPrivilege.CPU;
import static io.github.talosforge.proxmox.property.OptionPrivilege.DISK;
import static io.github.talosforge.proxmox.property.OptionPrivilege.HARDWARE;
import static io.github.talosforge.proxmox.property.OptionPrivilege.MEMORY;
import static io.github.talosforge.proxmox.property.OptionPrivilege.NETWORK;
import static io.github.talosforge.proxmox.property.OptionPrivilege.OPTIONS;
import static io.github.talosforge.proxmox.property.OptionPrivilege.POWER;
import static io.github.talosforge.proxmox.property.OptionPrivilege.ROOT;

import java.util.List;

/**
 * The table behind {@link ProxmoxOption}: what an option's values look like, what none means, who
 * may set it, and when a running VM takes it. The parts of composed values are rows of their
 * grammars.
 */
final class OptionTable {
  static final List<ProxmoxOption> ROWS =
      List.of(
          row("acpi", flag().whenAbsent("1"), HARDWARE, AFTER_STOP_START),
          row("affinity", text(), ROOT, AFTER_STOP_START),
          row("agent", composed(GuestAgent.GRAMMAR, GuestAgent::parse), OPTIONS, AFTER_STOP_START),
          row("allow-ksm", flag().whenAbsent("1"), MEMORY, AFTER_STOP_START),
          row("amd-sev", text(), ROOT, AFTER_STOP_START),
          row("arch", text(), ROOT, AFTER_STOP_START),
          row("args", text(), ROOT, AFTER_STOP_START),
          row("audio0", text(), HARDWARE, AFTER_STOP_START),
          row("autostart", flag().whenAbsent("0"), OPTIONS, AFTER_STOP_START),
          row("balloon", number(), MEMORY, WHILE_BALLOONING),
          row("bios", text().whenAbsent("seabios"), OPTIONS, AFTER_STOP_START),
          row("boot", composed(BootOrder.GRAMMAR, BootOrder::parse), DISK, AFTER_STOP_START),
          row("bootdisk", text(), DISK, AFTER_STOP_START),
          row("cdrom", text(), CD_ROM, AFTER_STOP_START),
          row("cicustom", text(), CLOUD_INIT, AFTER_STOP_START),
          row("cipassword", text(), CLOUD_INIT, AFTER_STOP_START),
          row("citype", text(), CLOUD_INIT, AFTER_STOP_START),
          row("ciupgrade", flag().whenAbsent("1"), CLOUD_INIT, AFTER_STOP_START),
          row("ciuser", text(), CLOUD_INIT, AFTER_STOP_START),
          row("cores", number().whenAbsent("1"), CPU, AFTER_STOP_START),
          row("cpu", composed(CpuType.GRAMMAR, CpuType::parse), CPU, AFTER_STOP_START),
          row("cpulimit", number().whenAbsent("0"), CPU, AT_ONCE),
          row("cpuunits", number(), CPU, AT_ONCE),
          row("description", text(), OPTIONS, AT_ONCE),
          row("efidisk0", composed(EfiDisk.GRAMMAR, EfiDisk::parse), DISK, AFTER_STOP_START),
          row("freeze", flag().whenAbsent("0"), POWER, AFTER_STOP_START),
          row("hookscript", text(), ROOT, AT_ONCE),
          row("hostpci[n]", device(), HARDWARE, AFTER_STOP_START),
          row(
              "hotplug",
              hotPlugFeatures().whenAbsent("network,disk,usb"),
              HARDWARE,
              AFTER_STOP_START),
          row("hugepages", text(), ROOT, AFTER_STOP_START),
          row("ide[n]", drive(DriveBus.IDE), DISK, AFTER_STOP_START),
          row("intel-tdx", text(), ROOT, AFTER_STOP_START),
          row(
              "ipconfig[n]",
              composed(IpConfig.GRAMMAR, IpConfig::parse),
              CLOUD_INIT,
              AFTER_STOP_START),
          row("ivshmem", text(), ROOT, AFTER_STOP_START),
          row("keephugepages", flag().whenAbsent("0"), ROOT, AFTER_STOP_START),
          row("keyboard", text(), OPTIONS, AFTER_STOP_START),
          row("kvm", flag().whenAbsent("1"), HARDWARE, AFTER_STOP_START),
          row("localtime", flag(), OPTIONS, AFTER_STOP_START),
          row("lock", text(), ROOT, AT_ONCE),
          row(
              "machine",
              composed(MachineType.GRAMMAR, MachineType::parse),
              HARDWARE,
              AFTER_STOP_START),
          row("memory", composed(Memory.GRAMMAR, Memory::parse), MEMORY, WITH_MEMORY),
          row("migrate_downtime", number().whenAbsent("0.1"), OPTIONS, AT_ONCE),
          row("migrate_speed", number().whenAbsent("0"), OPTIONS, AT_ONCE),
          row("name", text(), OPTIONS, AT_ONCE),
          row("nameserver", list(), CLOUD_INIT, AFTER_STOP_START),
          row(
              "net[n]",
              composed(NetworkDevice.GRAMMAR, NetworkDevice::parse),
              NETWORK,
              WITH_NETWORK),
          row("numa", flag().whenAbsent("0"), CPU, AFTER_STOP_START),
          row("numa[n]", composed(NumaNode.GRAMMAR, NumaNode::parse), CPU, AFTER_STOP_START),
          row("onboot", flag().whenAbsent("0"), OPTIONS, AT_ONCE),
          row("ostype", text().whenAbsent("other"), OPTIONS, AFTER_STOP_START),
          row("parallel[n]", text(), ROOT, AFTER_STOP_START),
          row("protection", flag().whenAbsent("0"), OPTIONS, AT_ONCE),
          row("reboot", flag().whenAbsent("1"), OPTIONS, AFTER_STOP_START),
          row(
              "rng0",
              composed(RandomSource.GRAMMAR, RandomSource::parse),
              HARDWARE,
              AFTER_STOP_START),
          row("sata[n]", drive(DriveBus.SATA), DISK, AFTER_STOP_START),
          row("scsi[n]", drive(DriveBus.SCSI), DISK, AFTER_STOP_START),
          row("scsihw", text().whenAbsent("lsi"), HARDWARE, AFTER_STOP_START),
          row("searchdomain", list(), CLOUD_INIT, AFTER_STOP_START),
          row(
              "serial[n]",
              composed(SerialPort.GRAMMAR, SerialPort::parse),
              HARDWARE,
              AFTER_STOP_START),
          row("shares", number().whenAbsent("1000"), MEMORY, AT_ONCE),
          row("smbios1", composed(Smbios.GRAMMAR, Smbios::parse), HARDWARE, AFTER_STOP_START),
          row("smp", number().whenAbsent("1"), CPU, AFTER_STOP_START),
          row("sockets", number().whenAbsent("1"), CPU, AFTER_STOP_START),
          row("spice_enhancements", text(), ROOT, AFTER_STOP_START),
          row("sshkeys", text(), CLOUD_INIT, AFTER_STOP_START),
          row("startdate", text().whenAbsent("now"), OPTIONS, AFTER_STOP_START),
          row("startup", composed(StartupOrder.GRAMMAR, StartupOrder::parse), OPTIONS, AT_ONCE),
          row("tablet", flag().whenAbsent("1"), HARDWARE, AT_ONCE),
          row("tags", tags(), OPTIONS, AT_ONCE),
          row("tdf", flag().whenAbsent("0"), OPTIONS, AFTER_STOP_START),
          row("template", flag().whenAbsent("0"), OPTIONS, AFTER_STOP_START),
          row("tpmstate0", composed(TpmState.GRAMMAR, TpmState::parse), DISK, AFTER_STOP_START),
          row("unused[n]", text(), DISK, AFTER_STOP_START),
          row("usb[n]", text(), HARDWARE, WITH_USB),
          row("vcpus", number().whenAbsent("0"), CPU, WITH_CPU),
          row("vga", composed(Display.GRAMMAR, Display::parse), HARDWARE, AFTER_STOP_START),
          row("virtio[n]", drive(DriveBus.VIRTIO), DISK, AFTER_STOP_START),
          row("virtiofs[n]", text(), OPTIONS, AFTER_STOP_START),
          row("vmgenid", text(), ROOT, AFTER_STOP_START),
          row("vmstatestorage", text(), DISK, AT_ONCE),
          row("watchdog", composed(Watchdog.GRAMMAR, Watchdog::parse), HARDWARE, AFTER_STOP_START));

  private OptionTable() {}

  private static OptionForm device() {
    return composed(PassedThroughDevice.GRAMMAR, PassedThroughDevice::parse);
  }

  private static ProxmoxOption row(
      String name, OptionForm form, OptionPrivilege privilege, HotPlugging hotPlugging) {
    return new ProxmoxOption(name, form, privilege, hotPlugging);
  }
}
