package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.Access;
import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.ApiFailure;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.world.Broadcasts;
import io.github.talosforge.simulator.world.Pool;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Resource pools, in the form with {@code poolid} as parameter and in the older one. */
public final class PoolCalls {
  private final World world;
  private final Pvestatd pvestatd;

  public PoolCalls(World world, Pvestatd pvestatd) {
    this.world = world;
    this.pvestatd = pvestatd;
  }

  /** The operations. */
  public List<Operation> operations() {
    Set<String> update = Set.of("poolid", "vms", "storage", "comment", "delete", "allow-move");
    return List.of(
        new Operation("GET", "/pools", Set.of("poolid"), this::list),
        new Operation("POST", "/pools", Set.of("poolid", "comment"), this::create),
        new Operation("PUT", "/pools", update, this::update),
        new Operation("DELETE", "/pools", Set.of("poolid"), this::delete),
        new Operation("GET", "/pools/{poolid}", Set.of(), this::read),
        new Operation("PUT", "/pools/{poolid}", update, this::update),
        new Operation("DELETE", "/pools/{poolid}", Set.of(), this::delete));
  }

  private static String id(ApiCall call) {
    String inPath = call.path().get("poolid");
    return inPath == null ? call.required("poolid") : inPath;
  }

  private Pool require(String id) {
    Pool pool = world.pools().get(id);
    if (pool == null) {
      throw ApiFailure.died("pool '" + id + "' does not exist");
    }
    return pool;
  }

  private List<Map<String, Object>> list(ApiCall call) {
    if (call.given("poolid")) {
      new Access(call.principal()).check("/pool/" + id(call), "Pool.Audit");
      return List.of(shown(require(id(call)), true));
    }
    return world.pools().values().stream()
        .filter(pool -> call.principal().has("/pool/" + pool.id(), "Pool.Audit"))
        .map(pool -> shown(pool, false))
        .toList();
  }

  private Map<String, Object> read(ApiCall call) {
    new Access(call.principal()).check("/pool/" + id(call), "Pool.Audit");
    return shown(require(id(call)), true);
  }

  private Map<String, Object> shown(Pool pool, boolean members) {
    JsonObject shown = new JsonObject().with("poolid", pool.id()).with("comment", pool.comment());
    if (members) {
      shown.with("members", members(pool));
    }
    return shown.map();
  }

  /** A VM as its host told of it last. */
  private Map<String, Object> member(Vm vm) {
    JsonObject member =
        new JsonObject()
            .with("id", "qemu/" + vm.id())
            .with("type", "qemu")
            .with("vmid", vm.id())
            .with("node", vm.host());
    Broadcasts.VmFigures told = world.broadcasts().vm(vm.id());
    return told == null ? member.with("status", "unknown").map() : figures(member, told);
  }

  private static Map<String, Object> figures(JsonObject member, Broadcasts.VmFigures told) {
    return member
        .with("name", told.name())
        .with("status", told.status())
        .flag("template", told.template())
        .with("uptime", told.uptime())
        .with("maxcpu", told.maxCpu())
        .with("maxmem", told.maxMemory())
        .with("maxdisk", told.maxDisk())
        .with("cpu", 0)
        .with("mem", 0)
        .with("disk", 0)
        .with("netin", 0)
        .with("netout", 0)
        .map();
  }

  private List<Map<String, Object>> members(Pool pool) {
    pvestatd.beforeRead();
    List<Map<String, Object>> members = new ArrayList<>();
    for (int vmid : pool.vms()) {
      Vm vm = world.vms().get(vmid);
      if (vm != null) {
        members.add(member(vm));
      }
    }
    for (String storage : pool.storages()) {
      members.add(
          new JsonObject()
              .with("id", "storage/" + storage)
              .with("type", "storage")
              .with("storage", storage)
              .map());
    }
    return members;
  }

  private @Nullable Object create(ApiCall call) {
    String id = id(call);
    new Access(call.principal()).check("/pool/" + id, "Pool.Allocate");
    if (world.pools().containsKey(id)) {
      throw ApiFailure.died("create pool failed: pool '" + id + "' already exists");
    }
    if (id.contains("/")) {
      throw ApiFailure.notSimulated("nested pools");
    }
    if (world.personality().isNine() && !id.matches("[A-Za-z].*")) {
      throw ApiFailure.died("create pool failed: pool name must start with a letter");
    }
    world.pools().put(id, new Pool(id, call.optional("comment"), Set.of(), Set.of()));
    return null;
  }

  private @Nullable Object update(ApiCall call) {
    String id = id(call);
    Access access = new Access(call.principal());
    access.check("/pool/" + id, "Pool.Allocate");
    Pool pool = world.pools().get(id);
    if (pool == null) {
      throw failed("update pools", "pool '" + id + "' does not exist");
    }
    Set<Integer> vms = new TreeSet<>(pool.vms());
    Set<String> storages = new TreeSet<>(pool.storages());
    for (String vm : call.list("vms")) {
      access.checkAny("/vms/" + vm, "Permissions.Modify", "VM.Allocate");
      change(call, vms, Integer.valueOf(vm), "VM " + vm);
      leaveOther(call, id, Integer.parseInt(vm));
    }
    for (String storage : call.list("storage")) {
      access.checkAny("/storage/" + storage, "Permissions.Modify", "Datastore.Allocate");
      change(call, storages, storage, "Storage '" + storage + "'");
    }
    String comment = call.given("comment") ? call.optional("comment") : pool.comment();
    world.pools().put(id, new Pool(id, comment, vms, storages));
    return null;
  }

  private static ApiFailure failed(String verb, String text) {
    return ApiFailure.died(verb + " failed: " + text);
  }

  private static <T> void change(ApiCall call, Set<T> members, T member, String name) {
    if (call.flag("delete")) {
      if (!members.remove(member)) {
        throw failed("update pools", name + " is not a pool member");
      }
    } else if (!members.add(member)) {
      throw failed("update pools", name + " is already a pool member");
    }
  }

  private void leaveOther(ApiCall call, String id, int vmid) {
    String other = world.poolOf(vmid);
    if (call.flag("delete") || other == null || other.equals(id)) {
      return;
    }
    if (!call.flag("allow-move")) {
      throw failed(
          "update pools",
          "VM " + vmid + " belongs already to pool '" + other + "' and 'allow-move' is not set");
    }
    new Access(call.principal()).check("/pool/" + other, "Pool.Allocate");
    Pool old = require(other);
    Set<Integer> vms = new TreeSet<>(old.vms());
    vms.remove(vmid);
    world.pools().put(other, new Pool(other, old.comment(), vms, old.storages()));
  }

  private @Nullable Object delete(ApiCall call) {
    String id = id(call);
    new Access(call.principal()).check("/pool/" + id, "Pool.Allocate");
    Pool pool = world.pools().get(id);
    if (pool == null) {
      throw failed("delete pool", "pool '" + id + "' does not exist");
    }
    for (int vmid : pool.vms()) {
      if (world.vms().containsKey(vmid)) {
        throw failed("delete pool", "pool '" + id + "' is not empty (contains VM " + vmid + ")");
      }
    }
    for (String storage : pool.storages()) {
      throw failed(
          "delete pool", "pool '" + id + "' is not empty (contains storage '" + storage + "')");
    }
    world.pools().remove(id);
    return null;
  }
}
