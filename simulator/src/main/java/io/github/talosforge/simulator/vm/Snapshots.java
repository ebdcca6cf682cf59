package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.storage.VolumeName;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.StorageType;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.VmSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes, lists, deletes and rolls back snapshots. They hold every drive of the VM, whoever owns the
 * volume; what guests wrote is not kept, because guests write nothing.
 */
public final class Snapshots {
  private static final String PATH = "/nodes/{node}/qemu/{vmid}/snapshot";
  private static final String CURRENT = "current";
  private static final String PARENT = "parent";
  private static final Duration TAKES = Duration.ofSeconds(1);

  /** Keys of the VM that are not the snapshot's. */
  private static final Set<String> NOT_KEPT = Set.of(PARENT, "lock", "description", "digest");

  private final Cluster cluster;
  private final UnusedDisks unused;

  public Snapshots(Cluster cluster) {
    this.cluster = cluster;
    this.unused = new UnusedDisks(cluster);
  }

  /** The operations. */
  public List<Operation> operations() {
    String one = PATH + "/{snapname}";
    return List.of(
        new Operation("GET", PATH, Set.of(), this::list),
        new Operation("POST", PATH, Set.of("snapname", "description"), this::take),
        new Operation("DELETE", one, Set.of(), this::delete),
        new Operation("POST", one + "/rollback", Set.of(), this::rollback));
  }

  private List<Map<String, Object>> list(ApiCall call) {
    new Access(call.principal()).check("/vms/" + call.vmid(), "VM.Audit");
    Vm vm = cluster.files().load(call.path("node"), call.vmid());
    List<Map<String, Object>> entries = new ArrayList<>();
    vm.snapshots()
        .forEach(
            (name, snapshot) ->
                entries.add(
                    new JsonObject()
                        .with("name", name)
                        .with("snaptime", snapshot.time())
                        .flag("vmstate", false)
                        .with("description", snapshot.description())
                        .with(PARENT, snapshot.parent())
                        .map()));
    entries.add(
        new JsonObject()
            .with("name", CURRENT)
            .with("digest", VmFiles.digest(vm))
            .flag("running", vm.isRunning())
            .with("description", "You are here!")
            .with(PARENT, vm.config().get(PARENT))
            .map());
    return entries;
  }

  private String take(ApiCall call) {
    new Access(call.principal()).check("/vms/" + call.vmid(), "VM.Snapshot");
    String name = call.required("snapname");
    if (name.equals(CURRENT) || name.equals("pending")) {
      throw ApiFailure.died("unable to use snapshot name '" + name + "' (reserved name)");
    }
    return fork(call, "qmsnapshot", (worker, vm) -> take(worker, vm, name, call));
  }

  private void take(Worker worker, Vm vm, String name, ApiCall call) {
    if (vm.isTemplate()) {
      throw ApiFailure.died("you can't take a snapshot if it's a template");
    }
    if (vm.snapshots().containsKey(name)) {
      throw ApiFailure.died("snapshot name '" + name + "' already used");
    }
    drives(vm.config()).forEach(drive -> checkFeature(vm, drive));
    worker.pause(TAKES);
    worker.run(
        () -> {
          Map<String, String> kept = new LinkedHashMap<>(vm.config());
          kept.keySet().removeIf(key -> NOT_KEPT.contains(key) || Drive.isUnusedKey(key));
          String about = call.optional("description");
          vm.snapshots()
              .put(
                  name,
                  new VmSnapshot(
                      vm.config().get(PARENT),
                      cluster.world().now().getEpochSecond(),
                      about == null ? "" : about,
                      kept));
          vm.config().put(PARENT, name);
          cluster.files().write(vm);
        });
  }

  private void checkFeature(Vm vm, Drive drive) {
    boolean raw =
        storage(drive).type().files()
            && !cluster.storages().require(drive.file(), vm.host()).format().equals("qcow2");
    if (raw) {
      throw ApiFailure.died("snapshot feature is not available");
    }
  }

  private Storage storage(Drive drive) {
    return cluster.storages().config(VolumeName.Id.require(drive.file()).storage());
  }

  private static List<Drive> drives(Map<String, String> config) {
    return config.entrySet().stream()
        .filter(entry -> Drive.isKey(entry.getKey()))
        .map(entry -> Drive.parse(entry.getKey(), entry.getValue()))
        .filter(drive -> drive.isVolume() && !drive.isCdrom())
        .toList();
  }

  private String delete(ApiCall call) {
    new Access(call.principal()).check("/vms/" + call.vmid(), "VM.Snapshot");
    String name = call.path("snapname");
    return fork(
        call,
        "qmdelsnapshot",
        (worker, vm) -> {
          VmSnapshot gone = existing(vm, name);
          worker.pause(TAKES);
          worker.run(() -> delete(vm, name, gone));
        });
  }

  /** Those behind it move up; a volume of its own that nothing else names becomes unused. */
  private void delete(Vm vm, String name, VmSnapshot gone) {
    vm.snapshots().remove(name);
    vm.snapshots()
        .replaceAll(
            (other, snapshot) ->
                name.equals(snapshot.parent()) ? snapshot.behind(gone.parent()) : snapshot);
    if (name.equals(vm.config().get(PARENT))) {
      put(vm.config(), gone.parent());
    }
    drives(gone.config()).forEach(drive -> unused.register(vm, drive));
    cluster.files().write(vm);
  }

  private static void put(Map<String, String> config, @Nullable String parent) {
    config.remove(PARENT);
    if (parent != null) {
      config.put(PARENT, parent);
    }
  }

  private String rollback(ApiCall call) {
    new Access(call.principal())
        .checkVmAny(call.vmid(), null, "VM.Snapshot", "VM.Snapshot.Rollback");
    String name = call.path("snapname");
    return fork(
        call,
        "qmrollback",
        (worker, vm) -> {
          VmSnapshot wanted = existing(vm, name);
          if (vm.isRunning()) {
            throw ApiFailure.notSimulated("rolling a running VM back");
          }
          drives(wanted.config()).forEach(drive -> checkNewest(vm, name, drive));
          worker.pause(TAKES);
          worker.run(() -> rollback(vm, name, wanted));
        });
  }

  /** ZFS goes back to the newest snapshot only. */
  private void checkNewest(Vm vm, String name, Drive drive) {
    String newest = "";
    for (Map.Entry<String, VmSnapshot> entry : vm.snapshots().entrySet()) {
      boolean holds =
          drives(entry.getValue().config()).stream()
              .anyMatch(other -> other.file().equals(drive.file()));
      newest = holds ? entry.getKey() : newest;
    }
    if (storage(drive).type() == StorageType.ZFSPOOL && !newest.equals(name)) {
      throw ApiFailure.died(
          "can't rollback, '" + name + "' is not most recent snapshot on '" + drive.file() + "'");
    }
  }

  private void rollback(Vm vm, String name, VmSnapshot wanted) {
    Map<String, String> before = new LinkedHashMap<>(vm.config());
    vm.config().keySet().removeIf(key -> !NOT_KEPT.contains(key) && !Drive.isUnusedKey(key));
    vm.config().putAll(wanted.config());
    put(vm.config(), name);
    vm.pending().clear();
    vm.pendingDeletes().clear();
    drives(before).forEach(drive -> unused.register(vm, drive));
    cluster.files().write(vm);
  }

  private static VmSnapshot existing(Vm vm, String name) {
    VmSnapshot found = vm.snapshots().get(name);
    if (found == null) {
      throw ApiFailure.died("snapshot '" + name + "' does not exist");
    }
    return found;
  }

  /** Work on a VM that nobody holds. */
  @FunctionalInterface
  private interface Step {
    void run(Worker worker, Vm vm);
  }

  private String fork(ApiCall call, String type, Step step) {
    VmFiles.checkLock(cluster.files().load(call.path("node"), call.vmid()));
    return cluster
        .workers()
        .fork(
            call.principal(),
            call.path("node"),
            type,
            Integer.toString(call.vmid()),
            worker -> {
              worker.lock(LockName.vm(worker.host(), call.vmid()), LockName.USUAL);
              worker.run(() -> step.run(worker, unlocked(call)));
            });
  }

  private Vm unlocked(ApiCall call) {
    Vm vm = cluster.files().load(call.path("node"), call.vmid());
    VmFiles.checkLock(vm);
    return vm;
  }
}
