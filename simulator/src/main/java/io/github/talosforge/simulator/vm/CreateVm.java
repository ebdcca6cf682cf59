package io.github.talosforge.simulator.vm;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.task.LockName;
import io.github.talosforge.simulator.task.Worker;
import io.github.talosforge.simulator.world.Vm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Creates a VM. Its id is taken before the call returns; until the end its file holds nothing but
 * {@code lock: create}.
 */
public final class CreateVm {
  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(5);
  private static final Set<String> NOT_CONFIG =
      Set.of("vmid", "node", "pool", "storage", "start", "ha-managed", "force", "unique");

  private final Cluster cluster;
  private final KeyPrivileges privileges;
  private final DriveChecks drives;
  private final DiskCreation disks;
  private final TagRights tagRights;
  private final PoolMembers pools;
  private final PowerVm power;
  private final HaCommands ha;

  public CreateVm(Cluster cluster, PowerVm power, HaCommands ha) {
    this.cluster = cluster;
    this.privileges = new KeyPrivileges(cluster.world());
    this.drives = new DriveChecks(cluster.storages());
    this.disks = new DiskCreation(cluster);
    this.tagRights = new TagRights(cluster.world());
    this.pools = new PoolMembers(cluster.world());
    this.power = power;
    this.ha = ha;
  }

  /** The operation. */
  public List<Operation> operations() {
    Set<String> parameters = new TreeSet<>(ConfigKeys.settable());
    parameters.addAll(NOT_CONFIG);
    parameters.remove("force");
    parameters.remove("unique");
    return List.of(new Operation("POST", "/nodes/{node}/qemu", parameters, this::create));
  }

  private String create(ApiCall call) {
    String host = call.path("node");
    int vmid = (int) call.number("vmid", 0);
    String pool = call.optional("pool");
    Access access = new Access(call.principal());
    Map<String, String> values = new LinkedHashMap<>(call.parameters());
    values.keySet().removeAll(NOT_CONFIG);
    cluster.files().checkQuorum();
    new ValueChecks(cluster.storages()).check(values, host);
    checkCall(call, access, vmid, pool);
    checkValues(access, vmid, pool, values, call.optional("storage"));
    addMacs(values);
    claim(host, vmid);
    return cluster
        .workers()
        .fork(
            call.principal(),
            host,
            "qmcreate",
            Integer.toString(vmid),
            worker -> work(worker, call, vmid, values));
  }

  private void checkCall(ApiCall call, Access access, int vmid, @Nullable String pool) {
    pools.checkExists(pool);
    String storage = call.optional("storage");
    if (storage != null) {
      access.check("/storage/" + storage, "Datastore.AllocateSpace");
    }
    if (call.flag("ha-managed")) {
      access.check("/", "Sys.Console");
    }
    if (call.flag("start")) {
      access.checkVm(vmid, pool, "VM.PowerMgmt");
    }
    boolean allowed =
        call.principal().has("/vms/" + vmid, "VM.Allocate")
            || (pool != null && call.principal().has("/pool/" + pool, "VM.Allocate"));
    if (!allowed) {
      throw ApiFailure.of(403, "Permission check failed");
    }
  }

  private void checkValues(
      Access access,
      int vmid,
      @Nullable String pool,
      Map<String, String> values,
      @Nullable String storage) {
    DriveChecks.resolveAlias(values);
    drives.checkAccess(access, vmid, values, storage);
    privileges.check(access, vmid, pool, values.keySet());
    privileges.checkDevices(access, vmid, pool, values, "set");
    privileges.checkBridges(access, values);
    privileges.checkCpu(access, values.get("cpu"), null);
    drives.checkForm(values);
  }

  private void addMacs(Map<String, String> values) {
    values.replaceAll(
        (key, value) ->
            key.matches("net\\d+")
                ? NetworkDevice.parse(key, value).withMac(cluster.world().dice()).print()
                : value);
  }

  private void claim(String host, int vmid) {
    try {
      cluster
          .workers()
          .inline(
              host,
              worker -> {
                worker.lock(LockName.vm(host, vmid), LOCK_TIMEOUT);
                worker.run(
                    () -> {
                      checkUnused(vmid);
                      Vm vm = new Vm(vmid, host);
                      vm.config().put("lock", "create");
                      cluster.files().write(vm);
                      cluster.world().vms().put(vmid, vm);
                    });
              });
    } catch (ApiFailure e) {
      throw ApiFailure.died("unable to create VM " + vmid + " - " + e.reason());
    }
  }

  private void checkUnused(int vmid) {
    Vm other = cluster.world().vms().get(vmid);
    if (other != null) {
      throw ApiFailure.died("VM " + vmid + " already exists on node '" + other.host() + "'");
    }
  }

  private void work(Worker worker, ApiCall call, int vmid, Map<String, String> values) {
    String host = worker.host();
    Access access = new Access(call.principal());
    DiskCreation.Request request =
        new DiskCreation.Request(access, host, vmid, Map.of(), call.optional("storage"));
    worker.onFailure(
        message -> {
          disks.undo(request);
          cluster.files().removeUnfinished(vmid);
          return "unable to create VM " + vmid + " - " + message;
        });
    worker.lock(LockName.vm(host, vmid), Duration.ofSeconds(1));
    disks.plan(worker, request, values);
    worker.run(
        () -> {
          values.putAll(request.results());
          complete(access, vmid, values);
          write(host, vmid, values);
          worker.onFailure(message -> message);
          pools.add(vmid, call.optional("pool"));
        });
    worker.unlock(LockName.vm(host, vmid));
    worker.run(() -> afterwards(worker, call, vmid));
  }

  private void complete(Access access, int vmid, Map<String, String> values) {
    values.put("meta", meta());
    values.putIfAbsent("boot", ConfigKeys.printBootOrder(defaultBootDevices(values)));
    values.putIfAbsent("smbios1", "uuid=" + cluster.world().dice().uuid());
    if (values.getOrDefault("vmgenid", "1").equals("1") && !"aarch64".equals(values.get("arch"))) {
      values.put("vmgenid", cluster.world().dice().uuid());
    }
    values.computeIfPresent("tags", (key, tags) -> tagRights.ofNewVm(access, vmid, tags));
  }

  private String meta() {
    return "creation-qemu="
        + cluster.world().personality().qemu()
        + ",ctime="
        + cluster.world().now().getEpochSecond();
  }

  /** The first disk, the first CD drive, the first network device. */
  static List<String> defaultBootDevices(Map<String, String> values) {
    List<String> devices = new ArrayList<>();
    Map<String, String> sorted = new TreeMap<>(values);
    List<String> keys = sorted.keySet().stream().filter(CreateVm::isBootable).toList();
    keys.stream()
        .filter(key -> !Drive.parse(key, values.getOrDefault(key, "")).isCdrom())
        .findFirst()
        .ifPresent(devices::add);
    keys.stream()
        .filter(key -> Drive.parse(key, values.getOrDefault(key, "")).isCdrom())
        .findFirst()
        .ifPresent(devices::add);
    sorted.keySet().stream()
        .filter(key -> key.matches("net\\d+"))
        .findFirst()
        .ifPresent(devices::add);
    return devices;
  }

  private static boolean isBootable(String key) {
    return Drive.isKey(key) && !key.equals("efidisk0") && !key.equals("tpmstate0");
  }

  private void write(String host, int vmid, Map<String, String> values) {
    Vm vm = cluster.files().load(host, vmid);
    vm.config().clear();
    vm.config().putAll(new TreeMap<>(values));
    cluster.files().write(vm);
  }

  private void afterwards(Worker worker, ApiCall call, int vmid) {
    if (call.flag("ha-managed")) {
      worker.log("Add as HA resource");
      ha.add(vmid, call.flag("start") ? "started" : "stopped");
    }
    if (call.flag("start")) {
      worker.log("Execute autostart");
      try {
        power.start(call.principal(), worker.host(), vmid);
      } catch (ApiFailure e) {
        worker.log(e.reason());
      }
    }
  }
}
