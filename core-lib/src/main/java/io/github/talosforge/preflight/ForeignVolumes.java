package io.github.talosforge.preflight;

import io.github.talosforge.proxmox.property.Disk;
import io.github.talosforge.proxmox.property.VmConfigKey;
import io.github.talosforge.proxmox.property.Volume;
import java.util.List;
import java.util.Optional;

/** The rights that attaching a volume of another VM needs, besides those on the VM itself. */
final class ForeignVolumes {
  private static final String VMS = "/vms/";

  private ForeignVolumes() {}

  /**
   * Returns the rights.
   *
   * @param key where the volume is attached
   * @param value what is written there
   * @param vm the paths on which rights on the VM can be held; its data VM is in the same pool
   */
  static List<NeededRight> in(String key, String value, List<String> vm) {
    Optional<Volume> volume =
        VmConfigKey.of(key)
            .parse(value)
            .filter(Disk.class::isInstance)
            .map(disk -> ((Disk) disk).volume())
            .filter(found -> found.owner().isPresent());
    return volume
        .filter(found -> !vm.contains(VMS + found.owner().getAsInt()))
        .map(found -> rights(found, vm))
        .orElseGet(List::of);
  }

  private static List<NeededRight> rights(Volume volume, List<String> vm) {
    String own = VMS + volume.owner().getAsInt();
    List<String> owner = vm.stream().map(path -> path.startsWith(VMS) ? own : path).toList();
    return List.of(
        NeededRight.on(
            "/storage/" + volume.storage().orElseThrow(), "Datastore.Audit", "Datastore.Allocate"),
        new NeededRight(owner, List.of("VM.Config.Disk")));
  }
}
