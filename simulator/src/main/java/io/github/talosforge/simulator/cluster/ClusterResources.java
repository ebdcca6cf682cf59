package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.ApiCall;
import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Operation;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.vm.Cluster;
import io.github.talosforge.simulator.world.HaResource;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Pool;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The list of everything. What the caller may not see is left out without a word. Entries of VMs
 * and storages are kept until what they show changed, because this is the call that tools poll.
 */
public final class ClusterResources {
  private final World world;
  private final Broadcasts broadcasts;
  private final Map<Integer, Entry> entries = new HashMap<>();
  private List<StorageEntry> storageEntries = List.of();
  private long storageVersion = -1;

  private record Entry(
      long revision, @Nullable String pool, @Nullable String hastate, Map<String, Object> fields) {}

  private record StorageEntry(String storage, Map<String, Object> fields) {}

  public ClusterResources(Cluster cluster) {
    this.world = cluster.world();
    this.broadcasts = new Broadcasts(cluster);
  }

  /** The operation. */
  public List<Operation> operations() {
    return List.of(new Operation("GET", "/cluster/resources", Set.of("type"), this::resources));
  }

  private List<Map<String, Object>> resources(ApiCall call) {
    broadcasts.beforeRead();
    String type = call.optional("type");
    Principal principal = call.principal();
    List<Map<String, Object>> result = new ArrayList<>();
    if (type == null) {
      pools(principal, result);
    }
    if (type == null || type.equals("vm")) {
      vms(principal, result);
    }
    if (type == null || type.equals("node")) {
      hosts(principal, result);
    }
    if (type == null || type.equals("storage")) {
      storages(principal, result);
    }
    if (type == null || type.equals("sdn")) {
      zones(principal, result);
    }
    return result;
  }

  private void pools(Principal principal, List<Map<String, Object>> result) {
    for (Pool pool : world.pools().values()) {
      if (principal.has("/pool/" + pool.id(), "Pool.Audit")) {
        result.add(
            new JsonObject()
                .with("id", "/pool/" + pool.id())
                .with("pool", pool.id())
                .with("type", "pool")
                .map());
      }
    }
  }

  private void vms(Principal principal, List<Map<String, Object>> result) {
    Map<Integer, String> pools = new HashMap<>();
    world.pools().values().forEach(pool -> pool.vms().forEach(vm -> pools.put(vm, pool.id())));
    Set<String> hidden = new TreeSet<>();
    for (String pool : world.pools().keySet()) {
      if (!principal.has("/pool/" + pool, "Pool.Audit")) {
        hidden.add(pool);
      }
    }
    for (Vm vm : world.vms().values()) {
      if (principal.has("/vms/" + vm.id(), "VM.Audit")) {
        String pool = pools.get(vm.id());
        result.add(entry(vm, pool != null && hidden.contains(pool) ? null : pool));
      }
    }
    entries.keySet().retainAll(world.vms().keySet());
  }

  private Map<String, Object> entry(Vm vm, @Nullable String pool) {
    HaResource ha = world.ha().resources().get("vm:" + vm.id());
    String hastate = ha == null ? null : ha.error() ? "error" : ha.state();
    Entry known = entries.get(vm.id());
    if (known != null
        && known.revision() == vm.revision()
        && Objects.equals(known.pool(), pool)
        && Objects.equals(known.hastate(), hastate)) {
      return known.fields();
    }
    Map<String, Object> fields = Collections.unmodifiableMap(fields(vm, pool, hastate));
    entries.put(vm.id(), new Entry(vm.revision(), pool, hastate, fields));
    return fields;
  }

  private static Map<String, Object> fields(
      Vm vm, @Nullable String pool, @Nullable String hastate) {
    Vm.Broadcast told = vm.broadcast();
    JsonObject entry =
        new JsonObject()
            .with("id", "qemu/" + vm.id())
            .with("type", "qemu")
            .with("vmid", vm.id())
            .with("node", vm.host())
            .with("status", told.status());
    if (told.name() != null) {
      boolean running = told.status().equals("running");
      entry
          .with("name", told.name())
          .flag("template", told.template())
          .with("uptime", told.uptime())
          .with("maxcpu", told.maxCpu())
          .with("cpu", running ? 0.01 : 0)
          .with("maxmem", told.maxMemory())
          .with("mem", running ? told.maxMemory() / 4 : 0L)
          .with("maxdisk", told.maxDisk())
          .with("disk", 0)
          .with("netin", 0)
          .with("netout", 0)
          .with("diskread", 0)
          .with("diskwrite", 0);
    }
    return entry
        .with("pool", pool)
        .with("lock", vm.lock())
        .with("tags", vm.config().get("tags"))
        .with("hastate", hastate)
        .map();
  }

  private void hosts(Principal principal, List<Map<String, Object>> result) {
    for (Host host : world.hosts().values()) {
      boolean audit = principal.has("/nodes/" + host.name(), "Sys.Audit");
      result.add(HostFigures.entry(world, host, audit).with("cgroup-mode", 2).map());
    }
  }

  private void storages(Principal principal, List<Map<String, Object>> result) {
    if (storageVersion != world.version()) {
      storageVersion = world.version();
      storageEntries = new ArrayList<>();
      world.storages().values().forEach(storage -> addStorage(storage, storageEntries));
    }
    Set<String> visible = new TreeSet<>();
    for (String storage : world.storages().keySet()) {
      if (principal.has("/storage/" + storage, "Datastore.Audit")) {
        visible.add(storage);
      }
    }
    for (StorageEntry entry : storageEntries) {
      if (visible.contains(entry.storage())) {
        result.add(entry.fields());
      }
    }
  }

  private void addStorage(Storage storage, List<StorageEntry> result) {
    for (Host host : world.hosts().values()) {
      if (storage.availableOn(host.name())) {
        JsonObject entry =
            new JsonObject()
                .with("id", "storage/" + host.name() + "/" + storage.id())
                .with("storage", storage.id())
                .with("node", host.name())
                .with("type", "storage")
                .with("plugintype", storage.type().plugin())
                .with("status", host.online() ? "available" : "unknown")
                .flag("shared", storage.shared())
                .with("content", String.join(",", new TreeSet<>(storage.content())));
        if (host.online()) {
          entry
              .with("maxdisk", storage.capacity())
              .with("disk", world.volumes().used(storage, host.name()));
        }
        result.add(new StorageEntry(storage.id(), entry.map()));
      }
    }
  }

  private void zones(Principal principal, List<Map<String, Object>> result) {
    Set<String> zones = new TreeSet<>(world.zones().keySet());
    zones.add("localnetwork");
    for (Host host : world.hosts().values()) {
      for (String zone : zones) {
        if (host.online() && principal.has("/sdn/zones/" + zone, "SDN.Audit")) {
          result.add(
              new JsonObject()
                  .with("id", "sdn/" + host.name() + "/" + zone)
                  .with("sdn", zone)
                  .with("node", host.name())
                  .with("type", "sdn")
                  .with("status", "ok")
                  .map());
        }
      }
    }
  }
}
