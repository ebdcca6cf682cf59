package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moves a disk to another storage, mirrored while the VM runs. The owner of the volume is not
 * asked: with {@code delete} the source goes, even when it belongs to another VM.
 */
public final class MoveDisk {
  private final Cluster cluster;
  private final DiskCopies copies;
  private final ReassignDisk reassign;
  private final UnusedDisks unused;
  private final Mirrors mirrors = new Mirrors();

  public MoveDisk(Cluster cluster, ReassignDisk reassign) {
    this.cluster = cluster;
    this.copies = new DiskCopies(cluster);
    this.reassign = reassign;
    this.unused = new UnusedDisks(cluster);
  }

  /** The operation. */
  public List<Operation> operations() {
    return List.of(
        new Operation(
            "POST",
            "/nodes/{node}/qemu/{vmid}/move_disk",
            Set.of(
                "disk",
                "storage",
                "format",
                "delete",
                "digest",
                "target-vmid",
                "target-disk",
                "target-digest"),
            this::move));
  }

  private String move(ApiCall call) {
    Access access = new Access(call.principal());
    access.check("/vms/" + call.vmid(), "VM.Config.Disk");
    boolean storage = call.given("storage");
    boolean target = call.given("target-vmid");
    if (storage == target) {
      String text =
          storage
              ? "either set 'storage' or 'target-vmid', but not both"
              : "both 'storage' and 'target-vmid' missing, either needs to be set";
      throw ApiFailure.parameters(Map.of("target-vmid", text, "storage", text));
    }
    if (target) {
      return reassign.reassign(call);
    }
    access.check("/storage/" + call.required("storage"), "Datastore.AllocateSpace");
    check(call);
    return cluster
        .workers()
        .fork(
            call.principal(),
            call.path("node"),
            "qmmove",
            Integer.toString(call.vmid()),
            worker -> {
              worker.lock(LockName.vm(worker.host(), call.vmid()), LockName.USUAL);
              worker.run(() -> copy(worker, call, check(call)));
            });
  }

  private Drive check(ApiCall call) {
    Vm vm = cluster.files().load(call.path("node"), call.vmid());
    VmFiles.checkLock(vm);
    checkModified(vm, call.optional("digest"));
    String key = call.required("disk");
    String value = vm.config().get(key);
    if (value == null) {
      throw ApiFailure.died("disk '" + key + "' does not exist");
    }
    Drive drive = Drive.parse(key, value);
    if (drive.isPlainCdrom()) {
      throw ApiFailure.died("you can't move a cdrom");
    }
    Volume volume = cluster.storages().require(drive.file(), vm.host());
    String storage = call.required("storage");
    String format = call.optional("format");
    if (volume.storage().equals(storage) && (format == null || format.equals(volume.format()))) {
      throw ApiFailure.died("you can't move to the same storage with same format");
    }
    if (!cluster.storages().enabled(storage, vm.host()).content().contains("images")) {
      throw ApiFailure.parameter("storage", "storage '" + storage + "' does not support vm images");
    }
    if (call.flag("delete") && isUsedElsewhere(vm, drive)) {
      throw ApiFailure.died("you can't move a disk with snapshots and delete the source");
    }
    return drive;
  }

  /** Snapshots are looked at, and other keys, but not what waits for a stop and start. */
  private static boolean isUsedElsewhere(Vm vm, Drive drive) {
    return names(vm.config(), drive, drive.key())
        || vm.snapshots().values().stream().anyMatch(kept -> names(kept.config(), drive, ""));
  }

  private static boolean names(Map<String, String> config, Drive drive, String but) {
    return config.entrySet().stream()
        .filter(entry -> Drive.isKey(entry.getKey()) && !entry.getKey().equals(but))
        .anyMatch(
            entry -> Drive.parse(entry.getKey(), entry.getValue()).file().equals(drive.file()));
  }

  static void checkModified(Vm vm, @Nullable String digest) {
    if (digest != null && !digest.equals(VmFiles.digest(vm))) {
      throw ApiFailure.died(
          "detected modified configuration - file changed by other user? Try again.");
    }
  }

  private void copy(Worker worker, ApiCall call, Drive drive) {
    Vm vm = cluster.files().load(worker.host(), call.vmid());
    Volume source = cluster.storages().require(drive.file(), worker.host());
    String storage = call.required("storage");
    worker.log(
        "copying volume '"
            + drive.file()
            + "' from current storage '"
            + source.storage()
            + "' to target storage '"
            + storage
            + "'");
    List<Volume> made = new ArrayList<>();
    worker.onInterruption("interrupted by signal");
    worker.onFailure(
        message -> {
          mirrors.cancel(vm, drive.key());
          made.forEach(volume -> cluster.world().volumes().remove(volume));
          return "storage migration failed: " + message;
        });
    if (vm.isRunning() && drive.key().equals("tpmstate0")) {
      throw ApiFailure.died("cannot move TPM state while VM is running");
    }
    DiskCopies.Copy copy =
        new DiskCopies.Copy(drive, vm.id(), true, storage, call.optional("format"));
    DiskCopies.Mirror mirror =
        vm.isRunning() && !drive.isCloudInit() ? mirrors.of(vm, drive.key()) : null;
    copies.plan(worker, copy, mirror, made, moved -> finish(worker, call, vm, source, moved));
  }

  private void finish(Worker worker, ApiCall call, Vm vm, Volume source, Drive moved) {
    Drive drive = moved;
    mirrors.cancel(vm, drive.key());
    if (vm.isTemplate()) {
      Volume volume = cluster.storages().require(moved.file(), vm.host());
      drive = moved.with("file", cluster.volumes().toBase(volume).volid());
    }
    vm.config().put(drive.key(), drive.print());
    if (!call.flag("delete")) {
      String key = unused.add(vm, source.volid());
      worker.log("adding source volume '" + source.volid() + "' as '" + key + "' to config");
    }
    cluster.files().write(vm);
    worker.onFailure(message -> message);
    if (call.flag("delete")) {
      worker.log("removing source volume '" + source.volid() + "' after successful copy");
      try {
        cluster.volumes().free(source);
      } catch (ApiFailure e) {
        worker.log(e.reason());
      }
    }
  }
}
