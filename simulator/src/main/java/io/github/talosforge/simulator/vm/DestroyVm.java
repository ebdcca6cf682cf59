package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Destroys a VM with the volumes that it owns. A volume that cannot be freed is only a warning; the
 * file stays as {@code lock: destroyed} until everything else is gone.
 */
public final class DestroyVm {
  private final Cluster cluster;
  private final HaCommands ha;
  private final PoolMembers pools;
  private final IntConsumer removeAccess;

  /** The action removes what the ACL store knows about a VM. */
  public DestroyVm(Cluster cluster, HaCommands ha, IntConsumer removeAccess) {
    this.cluster = cluster;
    this.ha = ha;
    this.pools = new PoolMembers(cluster.world());
    this.removeAccess = removeAccess;
  }

  /** The operation. */
  public List<Operation> operations() {
    return List.of(
        new Operation(
            "DELETE",
            "/nodes/{node}/qemu/{vmid}",
            Set.of("purge", "destroy-unreferenced-disks", "skiplock"),
            this::destroy));
  }

  private String destroy(ApiCall call) {
    Access access = new Access(call.principal());
    access.check("/vms/" + call.vmid(), "VM.Allocate");
    access.rootOption(call, "skiplock");
    check(call);
    return cluster
        .workers()
        .fork(
            call.principal(),
            call.path("node"),
            "qmdestroy",
            Integer.toString(call.vmid()),
            worker -> {
              worker.lock(LockName.vm(worker.host(), call.vmid()), LockName.USUAL);
              worker.run(() -> free(worker, call, check(call)));
            });
  }

  private Vm check(ApiCall call) {
    Vm vm = cluster.files().load(call.path("node"), call.vmid());
    VmFiles.checkProtection(vm, "can't remove VM " + vm.id());
    if (ha.isConfigured(vm.id()) && !call.flag("purge")) {
      throw ApiFailure.died(
          "unable to remove VM "
              + vm.id()
              + " - used in HA resources and purge parameter not set.");
    }
    if (vm.isRunning()) {
      throw ApiFailure.died("VM " + vm.id() + " is running - destroy failed");
    }
    return vm;
  }

  private void free(Worker worker, ApiCall call, Vm vm) {
    if (!call.flag("skiplock") && !"suspended".equals(vm.lock())) {
      VmFiles.checkLock(vm);
    }
    if (vm.isTemplate()) {
      checkLinkedClones(vm);
    }
    for (Volume volume : ownVolumes(vm)) {
      worker.pause(Durations.FREE);
      worker.run(
          () ->
              free(
                  worker,
                  volume,
                  "Could not remove disk '" + volume.volid() + "', check manually: "));
    }
    if (call.flag("destroy-unreferenced-disks")) {
      worker.run(() -> freeUnreferenced(worker, vm));
    }
    worker.run(() -> forget(worker, call, vm));
  }

  private void checkLinkedClones(Vm vm) {
    for (Volume volume : ownVolumes(vm)) {
      if (cluster.volumes().isUsedBase(volume)) {
        throw ApiFailure.died(
            "base volume '" + volume.volid() + "' is still in use by linked cloned");
      }
    }
  }

  private Set<Volume> ownVolumes(Vm vm) {
    Set<Volume> volumes = new LinkedHashSet<>();
    List<Map<String, String>> sections = new ArrayList<>(List.of(vm.config(), vm.pending()));
    vm.snapshots().values().forEach(snapshot -> sections.add(snapshot.config()));
    for (Map<String, String> section : sections) {
      new TreeMap<>(section)
          .forEach(
              (key, value) -> {
                if (Drive.isKey(key) || Drive.isUnusedKey(key)) {
                  addOwned(vm, Drive.parse(key, value), volumes);
                }
              });
    }
    return volumes;
  }

  private void addOwned(Vm vm, Drive drive, Set<Volume> volumes) {
    if (!drive.isPlainCdrom()
        && drive.isVolume()
        && cluster.storages().owns(vm.id(), drive.file())) {
      Volume volume = cluster.storages().find(drive.file(), vm.host());
      if (volume != null) {
        volumes.add(volume);
      }
    }
  }

  private void free(Worker worker, Volume volume, String complaint) {
    try {
      cluster.volumes().free(volume);
    } catch (ApiFailure e) {
      worker.warn(complaint + e.reason());
    }
  }

  private void freeUnreferenced(Worker worker, Vm vm) {
    List<Volume> left =
        cluster.world().storages().values().stream()
            .filter(storage -> storage.availableOn(vm.host()))
            .filter(storage -> storage.content().contains("images"))
            .flatMap(storage -> cluster.world().volumes().on(storage, vm.host()).stream())
            .filter(volume -> volume.content().equals("images") && volume.owner() == vm.id())
            .toList();
    left.forEach(volume -> free(worker, volume, ""));
  }

  private void forget(Worker worker, ApiCall call, Vm vm) {
    vm.config().clear();
    vm.pending().clear();
    vm.pendingDeletes().clear();
    vm.snapshots().clear();
    vm.config().put("lock", "destroyed");
    cluster.files().write(vm);
    worker.pause(Duration.ofMillis(100));
    worker.run(
        () -> {
          removeAccess.accept(vm.id());
          pools.remove(vm.id());
          if (call.flag("purge")) {
            purge(worker, vm);
          }
          cluster.files().remove(vm);
        });
  }

  private void purge(Worker worker, Vm vm) {
    worker.log("purging VM " + vm.id() + " from related configurations..");
    if (ha.isConfigured(vm.id())) {
      ha.remove("vm:" + vm.id());
      worker.log("NOTE: removed VM " + vm.id() + " from HA resource configuration.");
    }
  }
}
