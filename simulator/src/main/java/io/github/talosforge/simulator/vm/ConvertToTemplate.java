package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts a VM into a template: first the mark, then disk after disk, without a lock in the
 * configuration, so that an interruption leaves a template with ordinary volumes.
 */
public final class ConvertToTemplate {
  private final Cluster cluster;

  public ConvertToTemplate(Cluster cluster) {
    this.cluster = cluster;
  }

  /** The operation. */
  public List<Operation> operations() {
    return List.of(
        new Operation(
            "POST", "/nodes/{node}/qemu/{vmid}/template", Set.of("disk"), this::template));
  }

  private String template(ApiCall call) {
    new Access(call.principal()).check("/vms/" + call.vmid(), "VM.Allocate");
    check(call);
    return cluster
        .workers()
        .fork(
            call.principal(),
            call.path("node"),
            "qmtemplate",
            Integer.toString(call.vmid()),
            worker -> {
              worker.lock(LockName.vm(worker.host(), call.vmid()), LockName.USUAL);
              worker.run(() -> convert(worker, check(call), call.optional("disk")));
            });
  }

  private Vm check(ApiCall call) {
    Vm vm = cluster.files().load(call.path("node"), call.vmid());
    VmFiles.checkLock(vm);
    if (vm.isTemplate() && !call.given("disk")) {
      throw ApiFailure.died("you can't convert a template to a template");
    }
    if (!vm.snapshots().isEmpty()) {
      throw ApiFailure.died("unable to create template, because VM contains snapshots");
    }
    if (vm.isRunning()) {
      throw ApiFailure.died("you can't convert a VM to template if VM is running");
    }
    return vm;
  }

  private void convert(Worker worker, Vm vm, @Nullable String only) {
    vm.config().put("template", "1");
    cluster.files().write(vm);
    for (Map.Entry<String, String> entry : new TreeMap<>(vm.config()).entrySet()) {
      String key = entry.getKey();
      if (Drive.isKey(key) && (only == null || only.equals(key))) {
        worker.pause(Durations.RENAME);
        worker.run(() -> rename(vm, Drive.parse(key, entry.getValue())));
      }
    }
  }

  /** The owner of the volume is not asked. */
  private void rename(Vm vm, Drive drive) {
    if (drive.isCdrom() || !drive.isVolume()) {
      return;
    }
    Volume volume = cluster.storages().require(drive.file(), vm.host());
    if (!volume.isBase()) {
      Volume base = cluster.volumes().toBase(volume);
      vm.config().put(drive.key(), drive.with("file", base.volid()).print());
      cluster.files().write(vm);
    }
  }
}
