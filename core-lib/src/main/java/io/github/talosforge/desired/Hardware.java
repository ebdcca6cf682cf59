package io.github.talosforge.desired;

import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.model.CpuSpec;
import io.github.talosforge.model.DeviceSpec;
import io.github.talosforge.model.FirmwareSpec;
import io.github.talosforge.model.GpuSpec;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.LifecycleSpec;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.VmSpec;
import io.github.talosforge.proxmox.property.BootOrder;
import io.github.talosforge.proxmox.property.CpuType;
import io.github.talosforge.proxmox.property.GuestAgent;
import io.github.talosforge.proxmox.property.MachineType;
import io.github.talosforge.proxmox.property.Memory;
import io.github.talosforge.proxmox.property.PassedThroughDevice;
import io.github.talosforge.proxmox.property.RandomSource;
import io.github.talosforge.proxmox.property.SerialPort;
import io.github.talosforge.proxmox.property.Smbios;
import io.github.talosforge.proxmox.property.Tags;
import io.github.talosforge.proxmox.property.Watchdog;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Writes everything but drives and network cards. */
final class Hardware {

  private Hardware() {}

  static Map<String, String> options(NodeSpec node, NodeAssignment assignment) {
    VmSpec vm = node.vm();
    Map<String, String> options = new TreeMap<>();
    options.put("name", node.name().value());
    options.put("memory", Memory.ofMebibytes(vm.memory().mebibytes()).text());
    options.put("balloon", Integer.toString(vm.balloon()));
    vm.hugePages().ifPresent(pages -> options.put("hugepages", pages));
    options.put("scsihw", vm.scsiHardware());
    options.put("boot", bootOrder(node).text());
    options.put("smbios1", Smbios.none().withUuid(assignment.uuid().toString()).text());
    cpu(vm.cpu(), options);
    firmware(vm.firmware(), options);
    devices(vm.devices(), options);
    lifecycle(vm.lifecycle(), options);
    marks(vm.marks(), options);
    vm.gpu().ifPresent(gpu -> options.put("hostpci0", passedThrough(gpu).text()));
    return options;
  }

  /** An installed system boots its disk; an empty one falls through to the CD. */
  private static BootOrder bootOrder(NodeSpec node) {
    if (!node.vm().bootOrder().isEmpty()) {
      return BootOrder.of(node.vm().bootOrder());
    }
    return node.image().provision() == Provision.ISO
        ? BootOrder.of(List.of(Drives.SYSTEM_DISK, Drives.CD, "net0"))
        : BootOrder.of(List.of(Drives.SYSTEM_DISK));
  }

  private static void cpu(CpuSpec cpu, Map<String, String> options) {
    options.put("sockets", Integer.toString(cpu.sockets()));
    options.put("cores", Integer.toString(cpu.cores()));
    options.put("numa", flag(cpu.numa()));
    CpuType type = CpuType.of(cpu.type());
    options.put("cpu", (cpu.flags().isEmpty() ? type : type.withFlags(cpu.flags())).text());
    cpu.units().ifPresent(units -> options.put("cpuunits", units.toString()));
    cpu.limit()
        .filter(limit -> limit.compareTo(BigDecimal.ZERO) > 0)
        .ifPresent(limit -> options.put("cpulimit", limit.toPlainString()));
  }

  private static void firmware(FirmwareSpec firmware, Map<String, String> options) {
    options.put("bios", firmware.bios().name().toLowerCase(Locale.ROOT));
    options.put("machine", MachineType.of(machine(firmware.machine())).text());
  }

  /** Proxmox VE calls the old PC by another name than people do. */
  private static String machine(String name) {
    return name.equals("i440fx") ? "pc" : name;
  }

  private static void devices(DeviceSpec devices, Map<String, String> options) {
    boolean agent = devices.agent() != DeviceSpec.AgentMode.OFF;
    options.put("agent", GuestAgent.of(agent).text());
    if (devices.serialConsole()) {
      options.put("serial0", SerialPort.socket().text());
    }
    devices.vga().ifPresent(vga -> options.put("vga", vga));
    devices.rng().ifPresent(source -> options.put("rng0", RandomSource.of(source).text()));
    devices
        .watchdog()
        .ifPresent(
            dog ->
                options.put("watchdog", Watchdog.of(dog.model()).withAction(dog.action()).text()));
  }

  private static void lifecycle(LifecycleSpec lifecycle, Map<String, String> options) {
    options.put("startup", lifecycle.startup().toString());
    options.put("onboot", flag(lifecycle.onBoot()));
    options.put("protection", flag(lifecycle.protection()));
  }

  private static void marks(VmSpec.MarkSpec marks, Map<String, String> options) {
    options.put("ostype", marks.osType());
    options.put("tags", Tags.of(marks.tags().stream().map(Object::toString).toList()).text());
    marks.description().ifPresent(text -> options.put("description", text));
  }

  private static PassedThroughDevice passedThrough(GpuSpec gpu) {
    PassedThroughDevice device =
        gpu.device() instanceof GpuSpec.Address address
            ? PassedThroughDevice.at(address.address().toString())
            : PassedThroughDevice.mapped(gpu.mapping().orElseThrow());
    return device.withPcie(gpu.pcie()).withRomBar(gpu.rombar());
  }

  private static String flag(boolean value) {
    return value ? "1" : "0";
  }
}
