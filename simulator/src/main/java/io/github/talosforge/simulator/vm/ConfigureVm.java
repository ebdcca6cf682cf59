package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Changes the configuration of a VM, as a task (POST) or within the call (PUT). */
public final class ConfigureVm {
  private static final Set<String> CONTROL =
      Set.of("digest", "delete", "revert", "force", "skiplock", "background_delay");
  private static final String[] ANY_CONFIG = {
    "VM.Config.Disk",
    "VM.Config.CDROM",
    "VM.Config.CPU",
    "VM.Config.Memory",
    "VM.Config.Network",
    "VM.Config.HWType",
    "VM.Config.Options",
    "VM.Config.Cloudinit"
  };

  private final Cluster cluster;
  private final KeyPrivileges privileges;
  private final DriveChecks drives;

  public ConfigureVm(Cluster cluster) {
    this.cluster = cluster;
    this.privileges = new KeyPrivileges(cluster.world());
    this.drives = new DriveChecks(cluster.storages());
  }

  /** The operations. */
  public List<Operation> operations() {
    Set<String> post = new TreeSet<>(ConfigKeys.settable());
    post.addAll(CONTROL);
    Set<String> put = new TreeSet<>(post);
    put.remove("background_delay");
    String path = "/nodes/{node}/qemu/{vmid}/config";
    return List.of(
        new Operation("POST", path, post, this::inTask),
        new Operation("PUT", path, put, this::inCall),
        new Operation(
            "PUT", "/nodes/{node}/qemu/{vmid}/unlink", Set.of("idlist", "force"), this::unlink));
  }

  private @Nullable String inTask(ApiCall call) {
    ConfigUpdate update = prepare(call, call.optional("delete"));
    String upid =
        cluster
            .workers()
            .fork(
                call.principal(),
                call.path("node"),
                "qmconfig",
                Integer.toString(call.vmid()),
                worker -> work(worker, update));
    return call.given("background_delay")
        ? awaited(upid, call.vmid(), call.number("background_delay", 1))
        : upid;
  }

  private @Nullable String awaited(String upid, int vmid, long seconds) {
    cluster.workers().await(upid, Duration.ofSeconds(seconds));
    Task task = cluster.world().tasks().get(upid);
    String exit = task == null ? null : task.exitStatus();
    if (exit == null) {
      return upid;
    }
    if (!exit.equals("OK") && !exit.startsWith("WARNINGS")) {
      throw ApiFailure.died("failed to update VM " + vmid + ": " + exit);
    }
    return null;
  }

  private @Nullable Object inCall(ApiCall call) {
    ConfigUpdate update = prepare(call, call.optional("delete"));
    cluster.workers().inline(call.path("node"), worker -> work(worker, update));
    return null;
  }

  private @Nullable Object unlink(ApiCall call) {
    new Access(call.principal()).check("/vms/" + call.vmid(), "VM.Config.Disk");
    ConfigUpdate update = prepare(call, call.required("idlist"));
    cluster.workers().inline(call.path("node"), worker -> work(worker, update));
    return null;
  }

  /** Attaches a drive as part of another worker. */
  void attach(Worker worker, Access access, int vmid, String key, String value) {
    ConfigUpdate update =
        new ConfigUpdate(
            cluster, access, worker.host(), vmid, Map.of(key, value), List.of(), Set.of(), false);
    worker.run(() -> update.apply(worker));
  }

  private void work(Worker worker, ConfigUpdate update) {
    worker.lock(LockName.vm(worker.host(), update.vmid()), LockName.USUAL);
    worker.run(() -> update.apply(worker));
  }

  private ConfigUpdate prepare(ApiCall call, @Nullable String deletions) {
    Access access = new Access(call.principal());
    access.checkAny("/vms/" + call.vmid(), ANY_CONFIG);
    access.rootOption(call, "skiplock");
    Map<String, String> values = new LinkedHashMap<>(call.parameters());
    values.keySet().removeAll(CONTROL);
    values.remove("idlist");
    if (deletions == null && !call.given("revert") && values.isEmpty()) {
      throw ApiFailure.died("no options specified");
    }
    new ValueChecks(cluster.storages()).check(values, call.path("node"));
    DriveChecks.resolveAlias(values);
    Set<String> reverts = reverts(call, values);
    List<String> deletes = deletes(deletions, values, reverts);
    drives.checkForm(values);
    completeDevices(values);
    privileges.check(access, call.vmid(), null, deletes);
    privileges.check(access, call.vmid(), null, values.keySet());
    drives.checkAccess(access, call.vmid(), values, null);
    privileges.checkBridges(access, values);
    ConfigUpdate update =
        new ConfigUpdate(
            cluster,
            access,
            call.path("node"),
            call.vmid(),
            values,
            deletes,
            reverts,
            call.flag("force"));
    update.expect(call.optional("digest"), call.flag("skiplock"));
    update.check();
    return update;
  }

  private static Set<String> reverts(ApiCall call, Map<String, String> values) {
    Set<String> reverts = new TreeSet<>(call.list("revert"));
    for (String key : reverts) {
      if (!ConfigKeys.exists(key)) {
        throw ApiFailure.parameter("revert", "unknown option '" + key + "'");
      }
      if (values.containsKey(key)) {
        throw ApiFailure.parameter(
            "delete", "you can't use '-" + key + "' and -revert " + key + "' at the same time");
      }
    }
    return reverts;
  }

  private static List<String> deletes(
      @Nullable String list, Map<String, String> values, Set<String> reverts) {
    List<String> deletes = new ArrayList<>();
    for (String name : ConfigKeys.split(list == null ? "" : list)) {
      String key = name.equals("cdrom") ? "ide2" : name;
      if (values.containsKey(key)) {
        throw ApiFailure.parameter(
            "delete", "you can't use '-" + key + "' and -delete " + key + "' at the same time");
      }
      if (reverts.contains(key)) {
        throw ApiFailure.parameter(
            "revert",
            "you can't use '-delete " + key + "' and -revert " + key + "' at the same time");
      }
      if (!ConfigKeys.exists(key)) {
        throw ApiFailure.parameter("delete", "unknown option '" + key + "'");
      }
      deletes.add(key);
    }
    return deletes;
  }

  private void completeDevices(Map<String, String> values) {
    values.replaceAll(
        (key, value) -> {
          if (key.matches("net\\d+")) {
            return NetworkDevice.parse(key, value).withMac(cluster.world().dice()).print();
          }
          return key.equals("vmgenid") && value.equals("1") ? cluster.world().dice().uuid() : value;
        });
  }
}
