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
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Clones a VM. Nothing of the new VM is seen until the worker has its locks; then an empty file
 * with {@code lock: clone}, after each disk the whole configuration, and its pool at the very end.
 */
public final class CloneVm {
  private final Cluster cluster;
  private final CloneChecks checks;
  private final DiskCopies copies;
  private final PoolMembers pools;

  public CloneVm(Cluster cluster) {
    this.cluster = cluster;
    this.checks = new CloneChecks(cluster);
    this.copies = new DiskCopies(cluster);
    this.pools = new PoolMembers(cluster.world());
  }

  /** The operation. */
  public List<Operation> operations() {
    return List.of(
        new Operation(
            "POST",
            "/nodes/{node}/qemu/{vmid}/clone",
            Set.of("newid", "name", "description", "full", "storage", "format", "target", "pool"),
            this::clone));
  }

  private String clone(ApiCall call) {
    Access access = new Access(call.principal());
    int newid = (int) call.number("newid", 0);
    String pool = call.optional("pool");
    access.check("/vms/" + call.vmid(), "VM.Clone");
    if (pool == null || !call.principal().has("/pool/" + pool, "VM.Allocate")) {
      access.check("/vms/" + newid, "VM.Allocate");
    }
    boolean running = cluster.files().find(call.path("node"), call.vmid()).isRunning();
    checks.plan(call, running);
    return cluster
        .workers()
        .fork(
            call.principal(),
            call.path("node"),
            "qmclone",
            Integer.toString(call.vmid()),
            worker -> work(worker, call, newid, running));
  }

  private void work(Worker worker, ApiCall call, int newid, boolean running) {
    LockName sourceLock = LockName.vm(worker.host(), call.vmid());
    if (running) {
      worker.lock(sourceLock, Durations.CLONE_LOCK);
    } else {
      worker.lockShared(sourceLock, Durations.CLONE_LOCK);
    }
    worker.lock(LockName.vm(worker.host(), newid), Durations.CLONE_LOCK);
    worker.run(() -> copy(worker, call, newid, checks.plan(call, running)));
  }

  private void copy(Worker worker, ApiCall call, int newid, ClonePlan plan) {
    worker.log("creating a clone of VM " + call.vmid() + " with ID " + newid);
    Map<String, String> config = newConfig(call, plan);
    Vm vm = temporary(worker.host(), newid);
    List<Volume> made = new ArrayList<>();
    worker.onInterruption("interrupted by signal");
    worker.onFailure(
        message -> {
          made.forEach(volume -> cluster.world().volumes().remove(volume));
          cluster.files().removeUnfinished(newid);
          return "clone failed: " + message;
        });
    plan.drives()
        .values()
        .forEach(drive -> worker.run(() -> copyDrive(worker, call, plan, vm, drive, config, made)));
    worker.run(() -> finish(worker, call, vm, config));
  }

  private Vm temporary(String host, int newid) {
    if (cluster.world().vms().containsKey(newid)) {
      throw ApiFailure.died(
          "close (rename) atomic file '/etc/pve/nodes/"
              + host
              + "/qemu-server/"
              + newid
              + ".conf' failed: File exists");
    }
    Vm vm = new Vm(newid, host);
    vm.config().put("description", "qmclone temporary file");
    vm.config().put("lock", "clone");
    cluster.files().write(vm);
    cluster.world().vms().put(newid, vm);
    return vm;
  }

  private Map<String, String> newConfig(ApiCall call, ClonePlan plan) {
    Map<String, String> config = new TreeMap<>(plan.config());
    Map<String, String> smbios =
        PropertyString.parse("smbios1", config.getOrDefault("smbios1", ""), "uuid");
    smbios.put("uuid", cluster.world().dice().uuid());
    config.put("smbios1", PropertyString.print(smbios, ""));
    config.computeIfPresent("vmgenid", (key, old) -> cluster.world().dice().uuid());
    String original = config.getOrDefault("name", Integer.toString(call.vmid()));
    config.put("name", call.text("name", "Copy-of-VM-" + original));
    String description = call.optional("description");
    if (description != null) {
      config.put("description", description);
    }
    return config;
  }

  private void copyDrive(
      Worker worker,
      ApiCall call,
      ClonePlan plan,
      Vm vm,
      Drive drive,
      Map<String, String> config,
      List<Volume> made) {
    boolean full = ClonePlan.isFull(drive, plan.full());
    DiskCopies.Copy copy =
        new DiskCopies.Copy(
            drive, vm.id(), full, call.optional("storage"), call.optional("format"));
    copies.plan(
        worker,
        copy,
        made,
        done -> {
          config.put(drive.key(), done.print());
          write(vm, config, "clone");
        });
  }

  private void write(Vm vm, Map<String, String> config, @Nullable String lock) {
    vm.config().clear();
    vm.config().putAll(config);
    if (lock != null) {
      vm.config().put("lock", lock);
    }
    cluster.files().write(vm);
  }

  private void finish(Worker worker, ApiCall call, Vm vm, Map<String, String> config) {
    Vm source = cluster.world().vms().get(call.vmid());
    if (source != null && !source.pending().isEmpty()) {
      worker.log(
          "found pending changes for '"
              + String.join(",", source.pending().keySet())
              + "', discarding for clone");
    }
    write(vm, config, null);
    @Nullable String target = ClonePlan.target(call);
    if (target != null) {
      vm.moveTo(target);
    }
    pools.add(vm.id(), call.optional("pool"));
  }
}
