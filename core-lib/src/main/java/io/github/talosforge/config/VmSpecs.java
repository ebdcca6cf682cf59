package io.github.talosforge.config;

import io.github.talosforge.config.catalogue.CpuKeys;
import io.github.talosforge.config.catalogue.FirmwareKeys;
import io.github.talosforge.config.catalogue.LifecycleKeys;
import io.github.talosforge.config.catalogue.Settings;
import io.github.talosforge.config.catalogue.StorageKeys;
import io.github.talosforge.model.CpuSpec;
import io.github.talosforge.model.DeviceSpec;
import io.github.talosforge.model.FirmwareSpec;
import io.github.talosforge.model.GpuSpec;
import io.github.talosforge.model.LifecycleSpec;
import io.github.talosforge.model.LifecycleSpec.HaSpec;
import io.github.talosforge.model.StartupOrder;
import io.github.talosforge.model.VmSpec;
import io.github.talosforge.model.VmSpec.MarkSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Makes a VM's hardware of merged settings. */
final class VmSpecs {
  private static final String OFF = "off";

  private VmSpecs() {}

  static VmSpec vm(Settings settings) {
    return new VmSpec(
        cpu(settings),
        settings.get(CpuKeys.MEMORY),
        settings.get(CpuKeys.BALLOON),
        settings.find(CpuKeys.HUGE_PAGES),
        firmware(settings),
        settings.get(StorageKeys.SCSI_HW),
        DriveSpecs.systemDisk(settings),
        settings.find(StorageKeys.INSTALL_DISK),
        DriveSpecs.extraDisks(settings),
        DriveSpecs.nic(settings),
        DriveSpecs.extraNics(settings),
        gpu(settings),
        devices(settings),
        settings.get(StorageKeys.CLOUDINIT_STORAGE),
        settings.find(LifecycleKeys.BOOT_ORDER).orElseGet(List::of),
        lifecycle(settings),
        marks(settings),
        settings.find(LifecycleKeys.VM_OPTIONS).orElseGet(Map::of));
  }

  private static CpuSpec cpu(Settings settings) {
    return new CpuSpec(
        settings.get(CpuKeys.SOCKETS),
        settings.get(CpuKeys.CORES),
        settings.get(CpuKeys.CPU_TYPE),
        settings.find(CpuKeys.CPU_FLAGS).orElseGet(List::of),
        settings.find(CpuKeys.CPU_UNITS),
        settings.find(CpuKeys.CPU_LIMIT),
        settings.get(CpuKeys.NUMA));
  }

  private static FirmwareSpec firmware(Settings settings) {
    return new FirmwareSpec(
        settings.get(FirmwareKeys.BIOS),
        settings.get(FirmwareKeys.MACHINE),
        settings.get(StorageKeys.EFI_STORAGE),
        settings.get(FirmwareKeys.EFI_TYPE),
        settings.get(FirmwareKeys.EFI_KEYS),
        settings.get(FirmwareKeys.TPM));
  }

  /** A mapping wins over an address: it works with more kinds of credentials. */
  private static Optional<GpuSpec> gpu(Settings settings) {
    Optional<GpuSpec.Device> mapping =
        settings.find(FirmwareKeys.GPU_MAPPING).map(GpuSpec.Mapping::new);
    return mapping
        .or(() -> settings.find(FirmwareKeys.GPU_PCI_BDF).map(GpuSpec.Address::new))
        .map(
            device ->
                new GpuSpec(
                    device,
                    settings.get(FirmwareKeys.GPU_PCIE),
                    settings.get(FirmwareKeys.GPU_ROMBAR)));
  }

  private static DeviceSpec devices(Settings settings) {
    return new DeviceSpec(
        settings.get(FirmwareKeys.AGENT),
        settings.get(FirmwareKeys.SERIAL_CONSOLE),
        settings.find(FirmwareKeys.VGA),
        settings.find(FirmwareKeys.RNG).filter(source -> !source.equals(OFF)),
        settings
            .find(FirmwareKeys.WATCHDOG)
            .filter(model -> !model.equals(OFF))
            .map(
                model ->
                    new DeviceSpec.Watchdog(model, settings.get(FirmwareKeys.WATCHDOG_ACTION))));
  }

  private static LifecycleSpec lifecycle(Settings settings) {
    return new LifecycleSpec(
        new StartupOrder(
            settings.get(LifecycleKeys.STARTUP_ORDER),
            settings.get(LifecycleKeys.STARTUP_DELAY),
            settings.get(LifecycleKeys.SHUTDOWN_DELAY)),
        settings.get(LifecycleKeys.ONBOOT),
        settings.get(LifecycleKeys.PROTECTION),
        new HaSpec(
            settings.get(LifecycleKeys.HA),
            settings.get(LifecycleKeys.HA_RESTARTS),
            settings.get(LifecycleKeys.HA_RELOCATIONS)));
  }

  private static MarkSpec marks(Settings settings) {
    return new MarkSpec(
        settings.get(LifecycleKeys.OSTYPE),
        new TreeSet<>(settings.find(LifecycleKeys.TAGS).orElseGet(List::of)),
        settings.find(LifecycleKeys.DESCRIPTION),
        settings.find(LifecycleKeys.RESOURCE_POOL));
  }
}
