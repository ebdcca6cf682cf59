package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives a disk to another VM by renaming its volume; other VMs that use it are not asked. */
public final class ReassignDisk {
  private final Cluster cluster;
  private final ConfigureVm configure;

  public ReassignDisk(Cluster cluster, ConfigureVm configure) {
    this.cluster = cluster;
    this.configure = configure;
  }

  String reassign(ApiCall call) {
    Access access = new Access(call.principal());
    int target = target(call);
    if (!call.principal().isRoot()) {
      access.check("/vms/" + target, "VM.Config.Disk");
    }
    if (target == call.vmid()) {
      throw ApiFailure.parameter(
          "target-vmid", "must be different than source VMID to reassign disk");
    }
    Volume volume = check(call);
    access.check("/storage/" + volume.storage(), "Datastore.AllocateSpace");
    String disk = call.required("disk");
    String id = call.vmid() + "-" + disk + ">" + target + "-" + call.text("target-disk", disk);
    return cluster
        .workers()
        .fork(call.principal(), call.path("node"), "qmmove", id, worker -> work(worker, call));
  }

  private static int target(ApiCall call) {
    return (int) call.number("target-vmid", 0);
  }

  private Volume check(ApiCall call) {
    Vm source = find(call.vmid(), "could not find VM ");
    Vm target = find(target(call), "could not find target VM ");
    if (!source.host().equals(target.host())) {
      throw ApiFailure.died(
          "Both VMs need to be on the same node (" + source.host() + " != " + target.host() + ")");
    }
    VmFiles.checkLock(source);
    VmFiles.checkLock(target);
    if (source.isTemplate() || target.isTemplate()) {
      throw ApiFailure.died("Can't move disks from or to template VMs");
    }
    checkDigest(source, call.optional("digest"));
    checkDigest(target, call.optional("target-digest"));
    return checkDisk(call, source, target);
  }

  private Vm find(int vmid, String refusal) {
    Vm vm = cluster.world().vms().get(vmid);
    if (vm == null) {
      throw ApiFailure.died(refusal + vmid);
    }
    return vm;
  }

  private static void checkDigest(Vm vm, @Nullable String digest) {
    try {
      MoveDisk.checkModified(vm, digest);
    } catch (ApiFailure e) {
      throw ApiFailure.died("VM " + vm.id() + ": " + e.reason());
    }
  }

  private Volume checkDisk(ApiCall call, Vm source, Vm target) {
    String disk = call.required("disk");
    String value = source.config().get(disk);
    String targetKey = call.text("target-disk", disk);
    if (value == null) {
      throw ApiFailure.died("Disk '" + disk + "' for VM '" + source.id() + "' does not exist");
    }
    if (target.config().containsKey(targetKey)) {
      throw ApiFailure.died(
          "Target disk key '" + targetKey + "' is already in use for VM '" + target.id() + "'");
    }
    Drive drive = Drive.parse(disk, value);
    if (drive.isPlainCdrom()) {
      throw ApiFailure.died("CD drive contents can't be moved to another VM");
    }
    if (source.isRunning() && !Drive.isUnusedKey(disk)) {
      throw ApiFailure.died(
          "Cannot move disk to another VM while the source VM is running - detach first");
    }
    return cluster.storages().require(drive.file(), source.host());
  }

  private void work(Worker worker, ApiCall call) {
    worker.lock(LockName.vm(worker.host(), call.vmid()), LockName.USUAL);
    worker.lock(LockName.vm(worker.host(), target(call)), LockName.USUAL);
    worker.run(
        () -> {
          Volume volume = check(call);
          worker.pause(Durations.RENAME);
          worker.run(() -> rename(worker, call, volume));
        });
  }

  private void rename(Worker worker, ApiCall call, Volume volume) {
    Vm source = cluster.files().load(worker.host(), call.vmid());
    Vm target = cluster.files().load(worker.host(), target(call));
    String disk = call.required("disk");
    String key = call.text("target-disk", disk);
    worker.log(
        "reassign disk '"
            + disk
            + "' from VM '"
            + source.id()
            + "' as '"
            + key
            + "' to VM '"
            + target.id()
            + "'");
    Drive old = Drive.parse(disk, source.config().getOrDefault(disk, volume.volid()));
    Volume renamed = cluster.volumes().reassign(volume, worker.host(), target.id());
    removeFromBootOrder(source, disk);
    source.config().remove(disk);
    worker.log("removing disk '" + disk + "' from VM '" + source.id() + "' config");
    cluster.files().write(source);
    if (Drive.isUnusedKey(key)) {
      target.config().put(key, renamed.volid());
      cluster.files().write(target);
    } else {
      Drive drive = new Drive(key, old.with("file", renamed.volid()).options());
      configure.attach(worker, new Access(call.principal()), target.id(), key, drive.print());
    }
  }

  private static void removeFromBootOrder(Vm vm, String disk) {
    String boot = vm.config().get("boot");
    List<String> order = boot == null ? List.of() : ConfigKeys.bootOrder(boot);
    if (order.contains(disk)) {
      List<String> rest = new ArrayList<>(order);
      rest.remove(disk);
      vm.config().put("boot", ConfigKeys.printBootOrder(rest));
    }
  }
}
