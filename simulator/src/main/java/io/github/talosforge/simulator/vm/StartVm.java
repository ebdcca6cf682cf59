package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.storage.VolumeName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.PciMapping;
import io.github.talosforge.simulator.world.Vm;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Starts a VM's process, after its pending changes came into force. */
final class StartVm {
  private final Cluster cluster;
  private final PendingChanges changes;

  StartVm(Cluster cluster) {
    this.cluster = cluster;
    this.changes = new PendingChanges(cluster);
  }

  /** Adds the steps; the VM's lock is held. */
  void plan(Worker worker, int vmid, boolean skipLock) {
    worker.run(
        () -> {
          Vm vm = cluster.files().load(worker.host(), vmid);
          if (vm.isTemplate()) {
            throw ApiFailure.died("you can't start a vm if it's a template");
          }
          if (!skipLock) {
            VmFiles.checkLock(vm);
          }
          if (vm.isRunning()) {
            throw ApiFailure.died("VM " + vmid + " already running");
          }
          changes.apply(vm, new Access(HostPrincipal.ROOT));
          checkProcessors(vm);
          activate(worker, vm);
          new HugePages(cluster).take(vm);
          worker.pause(Durations.START);
          worker.run(() -> launch(worker, vm));
        });
  }

  private void checkProcessors(Vm vm) {
    int most = Objects.requireNonNull(cluster.world().hosts().get(vm.host())).cores();
    if (VmStatus.processors(vm) > most) {
      throw ApiFailure.died("MAX " + most + " vcpus allowed per VM on this node");
    }
  }

  private void activate(Worker worker, Vm vm) {
    for (Map.Entry<String, String> entry : new TreeMap<>(vm.config()).entrySet()) {
      String key = entry.getKey();
      if (Drive.isKey(key)) {
        Drive drive = Drive.parse(key, entry.getValue());
        if (drive.isVolume()) {
          activate(vm, drive);
        }
      } else if (key.matches("net\\d+")) {
        checkBridge(worker, vm, NetworkDevice.parse(key, entry.getValue()));
      } else if (key.matches("hostpci\\d+")) {
        checkMapping(vm, PropertyString.parse(key, entry.getValue(), "host"));
      }
    }
  }

  /** Nothing keeps a second VM from opening what another one has open: QEMU locks no images. */
  private void activate(Vm vm, Drive drive) {
    VolumeName.Id id = VolumeName.Id.require(drive.file());
    cluster.storages().enabled(id.storage(), vm.host());
    if (cluster.storages().find(drive.file(), vm.host()) == null) {
      throw ApiFailure.died("volume '" + drive.file() + "' does not exist");
    }
  }

  private void checkBridge(Worker worker, Vm vm, NetworkDevice device) {
    String bridge = device.option("bridge");
    boolean known =
        bridge == null
            || cluster.world().vnets().containsKey(bridge)
            || Objects.requireNonNull(cluster.world().hosts().get(vm.host())).bridges().stream()
                .anyMatch(each -> each.name().equals(bridge));
    if (!known) {
      worker.log("bridge '" + bridge + "' does not exist");
      worker.log("network script /var/lib/qemu-server/pve-bridge failed with status 512");
      throw ApiFailure.died("start failed: QEMU exited with code 1");
    }
  }

  private void checkMapping(Vm vm, Map<String, String> device) {
    String id = device.get("mapping");
    PciMapping mapping = id == null ? null : cluster.world().mappings().get(id);
    if (id == null) {
      return;
    }
    if (mapping == null || mapping.on(vm.host()).isEmpty()) {
      throw ApiFailure.died("PCI device mapping not found for '" + id + "'");
    }
    Host host = cluster.world().hosts().get(vm.host());
    List<String> wrong = host == null ? List.of() : mapping.mismatches(host);
    if (!wrong.isEmpty()) {
      throw ApiFailure.died(
          "PCI device mapping invalid (hardware probably changed): " + wrong.get(0));
    }
  }

  private void launch(Worker worker, Vm vm) {
    String machine = vm.config().getOrDefault("machine", "pc");
    String type = PropertyString.parse("machine", machine, "type").getOrDefault("type", "pc");
    String running = cluster.world().personality().machine();
    if (type.startsWith("q35")) {
      running = running.replace("i440fx", "q35");
    } else if (type.startsWith("pc-")) {
      running = type;
    }
    warnAboutFirmware(worker, vm);
    vm.process(
        new Vm.QemuProcess(
            cluster.world().nextPid(), cluster.world().now().toEpochMilli(), running, "running"));
  }

  private void warnAboutFirmware(Worker worker, Vm vm) {
    String efi = vm.config().get("efidisk0");
    boolean ovmf = "ovmf".equals(vm.config().get("bios"));
    if (ovmf && efi == null) {
      worker.warn("no efidisk configured! Using temporary efivars disk.");
    } else if (ovmf && efi != null && cluster.world().personality().isNine()) {
      Drive drive = Drive.parse("efidisk0", efi);
      boolean keys = "1".equals(drive.option("pre-enrolled-keys"));
      if (keys && !"2023k".equals(drive.option("ms-cert"))) {
        worker.warn(
            "EFI disk without 'ms-cert=2023k' option, suggesting that not all UEFI 2023"
                + " certificates from Microsoft are enrolled yet.");
      }
    }
  }
}
