package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.storage.VolumeName;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Grows a disk. Only the VM that is named learns the new size, whoever owns the volume. */
public final class ResizeDisk {
  private static final Pattern SIZE = Pattern.compile("(\\+)?(\\d+(?:\\.\\d+)?)([KMGT])?");

  private final Cluster cluster;

  public ResizeDisk(Cluster cluster) {
    this.cluster = cluster;
  }

  /** The operation. */
  public List<Operation> operations() {
    return List.of(
        new Operation(
            "PUT",
            "/nodes/{node}/qemu/{vmid}/resize",
            Set.of("disk", "size", "digest", "skiplock"),
            this::resize));
  }

  private String resize(ApiCall call) {
    Access access = new Access(call.principal());
    access.check("/vms/" + call.vmid(), "VM.Config.Disk");
    access.rootOption(call, "skiplock");
    return cluster
        .workers()
        .fork(
            call.principal(),
            call.path("node"),
            "resize",
            Integer.toString(call.vmid()),
            worker -> {
              worker.lock(LockName.vm(worker.host(), call.vmid()), LockName.USUAL);
              worker.run(() -> grow(worker, call, access));
            });
  }

  private void grow(Worker worker, ApiCall call, Access access) {
    Vm vm = cluster.files().load(worker.host(), call.vmid());
    VmFiles.checkDigest(vm, call.optional("digest"));
    if (!call.flag("skiplock")) {
      VmFiles.checkLock(vm);
    }
    String key = call.required("disk");
    String value = vm.config().get(key);
    if (value == null) {
      throw ApiFailure.died("disk '" + key + "' does not exist");
    }
    Drive drive = Drive.parse(key, value);
    VolumeName.Id id = VolumeName.Id.require(drive.file());
    if (drive.isCdrom()) {
      throw ApiFailure.died("you can't resize a cdrom");
    }
    Volume volume = cluster.storages().require(drive.file(), worker.host());
    access.check("/storage/" + id.storage(), "Datastore.AllocateSpace");
    long bytes = bytes(call.required("size"), volume.size());
    if (bytes < volume.size()) {
      throw ApiFailure.died("shrinking disks is not supported");
    }
    if (bytes > volume.size()) {
      worker.pause(Durations.GROW);
      worker.run(() -> apply(vm, drive, volume, bytes));
    }
  }

  private void apply(Vm vm, Drive drive, Volume volume, long bytes) {
    cluster.volumes().grow(volume, vm.host(), bytes);
    vm.config().put(drive.key(), drive.withSize(bytes).print());
    cluster.files().write(vm);
  }

  private static long bytes(String size, long current) {
    Matcher matcher = SIZE.matcher(size);
    if (!matcher.matches()) {
      throw ApiFailure.died("internal error");
    }
    String unit = matcher.group(3);
    double factor = unit == null ? 1 : Math.pow(1024, "KMGT".indexOf(unit) + 1);
    String number = matcher.group(2);
    long bytes = (long) (Double.parseDouble(number == null ? "0" : number) * factor);
    return matcher.group(1) == null ? bytes : current + bytes;
  }
}
