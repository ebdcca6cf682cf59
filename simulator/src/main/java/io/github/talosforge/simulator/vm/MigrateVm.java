package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.storage.VolumeName;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Moves a VM to another host, with copies of its own local disks. */
public final class MigrateVm {
  private final Cluster cluster;
  private final HaCommands ha;

  public MigrateVm(Cluster cluster, HaCommands ha) {
    this.cluster = cluster;
    this.ha = ha;
  }

  /** The operation. */
  public List<Operation> operations() {
    return List.of(
        new Operation(
            "POST",
            "/nodes/{node}/qemu/{vmid}/migrate",
            Set.of("target", "online", "with-local-disks"),
            this::migrate));
  }

  private String migrate(ApiCall call) {
    new Access(call.principal()).check("/vms/" + call.vmid(), "VM.Migrate");
    String target = call.required("target");
    if (target.equals(call.path("node"))) {
      throw ApiFailure.parameter("target", "target is local node.");
    }
    cluster.files().checkQuorum();
    Host host = cluster.files().checkHost(target);
    Vm vm = cluster.files().load(call.path("node"), call.vmid());
    VmFiles.checkLock(vm);
    if (vm.isRunning() && !call.flag("online")) {
      throw ApiFailure.died("can't migrate running VM without --online");
    }
    checkStorages(vm, target);
    if (ha.isManaged(vm.id())) {
      throw ApiFailure.notSimulated("migrating a VM under HA by hand");
    }
    return cluster
        .workers()
        .fork(
            call.principal(),
            call.path("node"),
            "qmigrate",
            Integer.toString(call.vmid()),
            worker -> {
              worker.lock(LockName.vm(worker.host(), call.vmid()), LockName.USUAL);
              worker.run(() -> scan(worker, call, vm, host));
            });
  }

  private void checkStorages(Vm vm, String target) {
    vm.config()
        .forEach(
            (key, value) -> {
              if (Drive.isKey(key) && Drive.parse(key, value).isVolume()) {
                String file = Drive.parse(key, value).file();
                cluster.storages().enabled(VolumeName.Id.require(file).storage(), target);
              }
            });
  }

  private void scan(Worker worker, ApiCall call, Vm vm, Host target) {
    VmFiles.checkLock(vm);
    if (!target.online()) {
      throw ApiFailure.died(
          "Can't connect to destination address using public key (" + target.address() + ")");
    }
    List<Volume> local = new ArrayList<>();
    boolean problems = false;
    for (Map.Entry<String, String> entry : new TreeMap<>(vm.config()).entrySet()) {
      if (Drive.isKey(entry.getKey()) || Drive.isUnusedKey(entry.getKey())) {
        problems |= !collect(worker, vm, Drive.parse(entry.getKey(), entry.getValue()), local);
      }
    }
    if (problems) {
      throw ApiFailure.died("Problem found while scanning volumes - can't migrate VM - check log");
    }
    boolean disks = local.stream().anyMatch(volume -> !volume.fileName().contains("cloudinit"));
    if (vm.isRunning() && disks && !call.flag("with-local-disks")) {
      throw ApiFailure.died(
          "can't live migrate attached local disks without with-local-disks option");
    }
    copy(worker, vm, local, target.name());
  }

  private boolean collect(Worker worker, Vm vm, Drive drive, List<Volume> local) {
    if (!drive.isVolume()) {
      return true;
    }
    Storage storage = cluster.storages().config(VolumeName.Id.require(drive.file()).storage());
    if (storage.shared()) {
      return true;
    }
    String problem = problem(vm, drive);
    if (problem != null) {
      worker.log("can't migrate local disk '" + drive.file() + "': " + problem);
      return false;
    }
    local.add(cluster.storages().require(drive.file(), vm.host()));
    return true;
  }

  private @Nullable String problem(Vm vm, Drive drive) {
    if (drive.isPlainCdrom()) {
      return "local cdrom image";
    }
    int owner = cluster.storages().name(drive.file()).owner();
    if (owner != vm.id()) {
      return "owned by other VM (owner = VM " + owner + ")";
    }
    Volume volume = cluster.storages().find(drive.file(), vm.host());
    if (volume != null && cluster.volumes().isUsedBase(volume)) {
      return "referenced by linked clone(s)";
    }
    return volume != null && volume.parent() != null
        ? "can't migrate '" + drive.file() + "' as it's a clone of '" + volume.parent() + "'"
        : null;
  }

  private void copy(Worker worker, Vm vm, List<Volume> local, String target) {
    vm.config().put("lock", "migrate");
    cluster.files().write(vm);
    worker.onFailure(
        message -> {
          vm.config().remove("lock");
          vm.touch();
          return "migration aborted: " + message;
        });
    for (Volume volume : local) {
      worker.copy(volume.size(), Durations.copy(volume.used(), 0));
    }
    worker.pause(vm.isRunning() ? Duration.ofSeconds(5) : Duration.ofSeconds(1));
    worker.run(
        () -> {
          for (Volume volume : local) {
            cluster.world().volumes().replace(volume, volume.onHost(target));
          }
          vm.config().remove("lock");
          vm.moveTo(target);
          cluster.files().write(vm);
        });
  }
}
