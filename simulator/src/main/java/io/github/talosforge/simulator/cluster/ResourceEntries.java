package io.github.talosforge.simulator.cluster;

import io.github.talosforge.simulator.api.JsonObject;
import io.github.talosforge.simulator.api.Principal;
import io.github.talosforge.simulator.world.Broadcasts;
import io.github.talosforge.simulator.world.Host;
import io.github.talosforge.simulator.world.Pool;
import io.github.talosforge.simulator.world.Storage;
import io.github.talosforge.simulator.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The entries of pools, hosts, storages and zones, made once for each state of the world. */
final class ResourceEntries {
  private final World world;
  private final List<Entry> pools = new ArrayList<>();
  private final List<Entry> storages = new ArrayList<>();
  private final List<Entry> zones = new ArrayList<>();
  private final List<HostEntry> hosts = new ArrayList<>();

  /** An entry for those who hold a privilege. */
  private record Entry(String path, String privilege, Map<String, Object> fields) {}

  /** A host with its figures, and without them for those who may not see them. */
  private record HostEntry(String path, Map<String, Object> full, Map<String, Object> bare) {}

  ResourceEntries(World world) {
    this.world = world;
    world.pools().values().forEach(this::addPool);
    world.hosts().values().forEach(this::addHost);
    world.storages().values().forEach(this::addStorage);
    world.hosts().values().forEach(this::addZones);
  }

  void pools(Principal principal, List<Map<String, Object>> result) {
    collect(pools, principal, result);
  }

  void storages(Principal principal, List<Map<String, Object>> result) {
    collect(storages, principal, result);
  }

  void zones(Principal principal, List<Map<String, Object>> result) {
    collect(zones, principal, result);
  }

  void hosts(Principal principal, List<Map<String, Object>> result) {
    for (HostEntry host : hosts) {
      result.add(principal.has(host.path(), "Sys.Audit") ? host.full() : host.bare());
    }
  }

  private static void collect(
      List<Entry> entries, Principal principal, List<Map<String, Object>> result) {
    Map<String, Boolean> known = new HashMap<>();
    for (Entry entry : entries) {
      if (known.computeIfAbsent(entry.path(), path -> principal.has(path, entry.privilege()))) {
        result.add(entry.fields());
      }
    }
  }

  private void addPool(Pool pool) {
    pools.add(
        entry(
            "/pool/" + pool.id(),
            "Pool.Audit",
            new JsonObject()
                .with("id", "/pool/" + pool.id())
                .with("pool", pool.id())
                .with("type", "pool")));
  }

  private static Entry entry(String path, String privilege, JsonObject fields) {
    return new Entry(path, privilege, Collections.unmodifiableMap(fields.map()));
  }

  private void addHost(Host host) {
    hosts.add(
        new HostEntry("/nodes/" + host.name(), hostFields(host, true), hostFields(host, false)));
  }

  private Map<String, Object> hostFields(Host host, boolean audit) {
    JsonObject fields = HostLine.of(world, host, audit).with("cgroup-mode", 2);
    return Collections.unmodifiableMap(fields.map());
  }

  private void addStorage(Storage storage) {
    for (Host host : world.hosts().values()) {
      if (storage.availableOn(host.name())) {
        storages.add(entry("/storage/" + storage.id(), "Datastore.Audit", fields(storage, host)));
      }
    }
  }

  private JsonObject fields(Storage storage, Host host) {
    Broadcasts.HostFigures told = world.broadcasts().host(host.name());
    Long used = told == null ? null : told.storages().get(storage.id());
    JsonObject fields =
        new JsonObject()
            .with("id", "storage/" + host.name() + "/" + storage.id())
            .with("storage", storage.id())
            .with("node", host.name())
            .with("type", "storage")
            .with("plugintype", storage.type().plugin())
            .with("status", used == null ? "unknown" : "available")
            .flag("shared", storage.shared())
            .with("content", String.join(",", new TreeSet<>(storage.content())));
    if (used != null) {
      fields.with("maxdisk", storage.capacity()).with("disk", used);
    }
    return fields;
  }

  private void addZones(Host host) {
    Set<String> names = new TreeSet<>(world.zones().keySet());
    names.add("localnetwork");
    for (String zone : names) {
      if (host.online()) {
        zones.add(
            entry(
                "/sdn/zones/" + zone,
                "SDN.Audit",
                new JsonObject()
                    .with("id", "sdn/" + host.name() + "/" + zone)
                    .with("sdn", zone)
                    .with("node", host.name())
                    .with("type", "sdn")
                    .with("status", "ok")));
      }
    }
  }
}
