package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.storage.VolumeName;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import java.util.Map;

/** What becomes of volumes that a VM no longer uses; only an owner keeps or frees them. */
final class UnusedDisks {
  private static final int LAST = 255;

  private final Cluster cluster;

  UnusedDisks(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Lists a volume as unused and returns its key; twice is once. */
  String add(Vm vm, String volid) {
    for (Map.Entry<String, String> entry : vm.config().entrySet()) {
      if (Drive.isUnusedKey(entry.getKey()) && entry.getValue().equals(volid)) {
        return entry.getKey();
      }
    }
    for (int i = 0; i <= LAST; i++) {
      if (vm.config().putIfAbsent("unused" + i, volid) == null) {
        return "unused" + i;
      }
    }
    throw ApiFailure.died("Too many unused volumes - please delete them first.");
  }

  /** Lists a detached drive as unused when the VM owns it; a cloud-init drive just goes. */
  void register(Vm vm, Drive drive) {
    if (drive.isCloudInit() && drive.isVolume()) {
      Volume volume = cluster.storages().find(drive.file(), vm.host());
      if (volume != null) {
        cluster.world().volumes().remove(volume);
      }
    } else if (!drive.isCdrom()
        && drive.isVolume()
        && cluster.storages().owns(vm.id(), drive.file())) {
      add(vm, drive.file());
    }
  }

  /** Frees a volume that the VM owns; what belongs to another VM is only let go. */
  void free(Vm vm, Access access, String key, Drive drive) {
    if (drive.isPlainCdrom() || !cluster.storages().owns(vm.id(), drive.file())) {
      return;
    }
    String storage = VolumeName.Id.require(drive.file()).storage();
    access.check("/storage/" + storage, "Datastore.AllocateSpace");
    if (usedElsewhere(vm, key, drive.file())) {
      throw ApiFailure.died(
          "unable to delete '" + drive.file() + "' - volume is still in use (snapshot?)");
    }
    Volume volume = cluster.storages().find(drive.file(), vm.host());
    if (volume != null) {
      cluster.volumes().free(volume);
    }
  }

  private static boolean usedElsewhere(Vm vm, String key, String volid) {
    return names(vm.config(), key, volid)
        || vm.snapshots().values().stream()
            .anyMatch(snapshot -> names(snapshot.config(), "", volid));
  }

  private static boolean names(Map<String, String> section, String but, String volid) {
    return section.entrySet().stream()
        .filter(entry -> Drive.isKey(entry.getKey()) && !entry.getKey().equals(but))
        .anyMatch(entry -> Drive.parse(entry.getKey(), entry.getValue()).file().equals(volid));
  }
}
