package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.VmSnapshot;
import io.github.talosforge.simulator.world.Volume;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads VMs: list, configuration, pending changes, status, features. */
public final class ReadVm {
  private static final List<String> PRESSURES =
      List.of("cpufull", "cpusome", "iofull", "iosome", "memoryfull", "memorysome");

  private final Cluster cluster;
  private final VmStatus status;

  public ReadVm(Cluster cluster) {
    this.cluster = cluster;
    this.status = new VmStatus(cluster);
  }

  /** The operations. */
  public List<Operation> operations() {
    String vm = "/nodes/{node}/qemu/{vmid}";
    return List.of(
        new Operation("GET", "/nodes/{node}/qemu", Set.of("full"), this::list),
        new Operation("GET", vm + "/config", Set.of("current", "snapshot"), this::config),
        new Operation("GET", vm + "/pending", Set.of(), this::pending),
        new Operation("GET", vm + "/status/current", Set.of(), this::current),
        new Operation("GET", vm + "/feature", Set.of("feature"), this::feature));
  }

  private List<Map<String, Object>> list(ApiCall call) {
    String host = call.path("node");
    return cluster.world().vms().values().stream()
        .filter(vm -> vm.host().equals(host))
        .filter(vm -> call.principal().has("/vms/" + vm.id(), "VM.Audit"))
        .map(vm -> status.entry(vm).map())
        .toList();
  }

  private Vm audited(ApiCall call) {
    new Access(call.principal()).check("/vms/" + call.vmid(), "VM.Audit");
    return cluster.files().load(call.path("node"), call.vmid());
  }

  private Map<String, Object> config(ApiCall call) {
    Vm vm = audited(call);
    Map<String, String> values = new TreeMap<>(section(vm, call.optional("snapshot")));
    if (!call.flag("current") && !call.given("snapshot")) {
      values.keySet().removeAll(vm.pendingDeletes().keySet());
      values.putAll(vm.pending());
    }
    Map<String, Object> config = VmStatus.config(values);
    config.put("digest", VmFiles.digest(vm));
    return config;
  }

  private static Map<String, String> section(Vm vm, @Nullable String snapshot) {
    VmSnapshot found = snapshot == null ? null : vm.snapshots().get(snapshot);
    if (snapshot != null && found == null) {
      throw ApiFailure.died("snapshot '" + snapshot + "' does not exist");
    }
    return found == null ? vm.config() : found.config();
  }

  /** Deleting a key that is not in force is always shown as forced. */
  private List<Map<String, Object>> pending(ApiCall call) {
    Vm vm = audited(call);
    List<Map<String, Object>> items = new ArrayList<>();
    vm.config().forEach((key, value) -> items.add(item(vm, key, value)));
    items.add(new JsonObject().with("key", "digest").with("value", VmFiles.digest(vm)).map());
    vm.pending()
        .forEach(
            (key, value) -> {
              if (!vm.config().containsKey(key)) {
                items.add(
                    new JsonObject()
                        .with("key", key)
                        .with("pending", VmStatus.shown(key, value))
                        .map());
              }
            });
    vm.pendingDeletes()
        .forEach(
            (key, force) -> {
              if (!vm.config().containsKey(key)) {
                items.add(new JsonObject().with("key", key).with("delete", 2).map());
              }
            });
    return items;
  }

  private static Map<String, Object> item(Vm vm, String key, String value) {
    String pending = vm.pending().get(key);
    Boolean force = vm.pendingDeletes().get(key);
    return new JsonObject()
        .with("key", key)
        .with("value", VmStatus.shown(key, value))
        .with("pending", pending == null ? null : VmStatus.shown(key, pending))
        .with("delete", force == null ? null : force ? 2 : 1)
        .map();
  }

  private Map<String, Object> current(ApiCall call) {
    Vm vm = audited(call);
    Vm.QemuProcess process = vm.process();
    HaResource ha = cluster.world().ha().resources().get("vm:" + vm.id());
    JsonObject managed = new JsonObject().flag("managed", ha != null);
    if (ha != null) {
      managed.nullable("state", haState(ha)).with("group", ha.group());
    }
    JsonObject entry = status.entry(vm);
    entry
        .with("ha", managed.map())
        .ifTrue("agent", GuestState.agentEnabled(vm))
        .with("qmpstatus", process == null ? "stopped" : process.status())
        .with("running-machine", process == null ? null : process.machine())
        .with("running-qemu", process == null ? null : cluster.world().personality().qemu());
    String display = vm.config().get("vga");
    if (display != null) {
      entry.nullable("clipboard", PropertyString.parse("vga", display, "type").get("clipboard"));
    }
    if (process != null && cluster.world().personality().isNine()) {
      PRESSURES.forEach(name -> entry.with("pressure" + name, 0));
    }
    return entry.map();
  }

  /** Until the manager looked for the first time it knows no state. */
  private @Nullable String haState(HaResource ha) {
    return ha.error() ? "error" : cluster.world().ha().isSeen(ha.sid()) ? ha.state() : null;
  }

  private Map<String, Object> feature(ApiCall call) {
    new Access(call.principal()).check("/vms/" + call.vmid(), "VM.Audit");
    Vm vm = cluster.files().find(call.path("node"), call.vmid());
    String feature = call.required("feature");
    Predicate<Volume> has =
        switch (feature) {
          case "clone" -> Volume::isBase;
          case "copy" -> volume -> true;
          case "snapshot" -> this::canSnapshot;
          default ->
              throw ApiFailure.parameter(
                  "feature",
                  "value '"
                      + feature
                      + "' does not have a value in the enumeration"
                      + " 'snapshot, clone, copy'");
        };
    List<Volume> volumes = volumes(vm);
    List<String> hosts =
        cluster.world().hosts().keySet().stream()
            .filter(host -> volumes.stream().allMatch(volume -> sees(host, vm, volume)))
            .toList();
    return new JsonObject()
        .flag("hasFeature", volumes.stream().allMatch(has))
        .with("nodes", hosts)
        .map();
  }

  private boolean canSnapshot(Volume volume) {
    Storage storage = cluster.storages().config(volume.storage());
    return !storage.type().files() || volume.format().equals("qcow2");
  }

  private boolean sees(String host, Vm vm, Volume volume) {
    Storage storage = cluster.storages().config(volume.storage());
    return storage.availableOn(host) && (storage.shared() || host.equals(vm.host()));
  }

  private List<Volume> volumes(Vm vm) {
    List<Volume> volumes = new ArrayList<>();
    vm.config()
        .forEach(
            (key, value) -> {
              if (Drive.isKey(key)) {
                Drive drive = Drive.parse(key, value);
                Volume volume =
                    drive.isCdrom() ? null : cluster.storages().find(drive.file(), vm.host());
                if (volume != null) {
                  volumes.add(volume);
                }
              }
            });
    return volumes;
  }
}
