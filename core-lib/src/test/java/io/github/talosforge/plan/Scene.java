package io.github.talosforge.plan;

import io.github.talosforge.config.ClusterFiles;
import io.github.talosforge.config.ClusterReading;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.SchematicId;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedGuest;
import io.github.talosforge.observe.ObservedHost;
import io.github.talosforge.observe.ObservedStorage;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.observe.RunningTask;
import io.github.talosforge.proxmox.Permissions;
import io.github.talosforge.proxmox.ServerVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Two files and a Proxmox cluster of three hosts; a test changes what it is about. */
final class Scene {
  static final String UID = "4c1f0a52";
  static final SchematicId SCHEMATIC = SchematicId.of("376567988ad3".repeat(5) + "0000");

  String cluster =
      """
      cluster_name: homelab
      cluster_uid: 4c1f0a52
      talos_version: v1.12.4
      kubernetes_version: v1.35.0
      cluster_api_vip: 192.168.1.5
      node_cidr: 192.168.1.0/24
      node_gateway: 192.168.1.1
      dns_servers: [192.168.1.1]
      proxmox_api_url: https://pve1.example.com:8006
      proxmox_nodes: [pve1, pve2, pve3]
      proxmox_storage: local-zfs
      proxmox_template_storage: local-zfs
      proxmox_image_storage: local
      provision: clone
      """;
  String nodes =
      """
      nodes:
        - name: cp-1
          controller: true
          vm_id: 2001
          address: 192.168.1.11
          proxmox_node: pve1
          vm_cores: 4
        - name: worker-1
          controller: false
          vm_id: 3001
          address: 192.168.1.21
          proxmox_node: pve2
          vm_cores: 8
          vm_memory: 16384
          vm_disk_size: 256G
      """;
  final List<ObservedHost> hosts = new ArrayList<>();
  final List<ObservedStorage> storages = new ArrayList<>();
  final Map<VmId, ObservedGuest> guests = new TreeMap<>();
  final List<RunningTask> tasks = new ArrayList<>();
  Map<String, Map<String, Boolean>> permissions = Map.of("/", Map.of("Sys.Modify", true));
  NodeSelection selection = NodeSelection.all();
  boolean allowRestarts;
  private Parsed parsed;

  Scene() {
    for (String host : List.of("pve1", "pve2", "pve3")) {
      host(host, true);
      storage("local-zfs", host, false);
      storage("local", host, false);
    }
  }

  /** Returns a scene in which everything is as the files say. */
  static Scene deployed() {
    Scene scene = new Scene();
    scene.apply();
    return scene;
  }

  Scene host(String name, boolean online) {
    hosts.removeIf(host -> host.name().value().equals(name));
    hosts.add(new ObservedHost(HostName.of(name), online, 128L << 30, 32));
    return this;
  }

  Scene storage(String name, String host, boolean shared) {
    StorageName storage = StorageName.of(name);
    HostName where = HostName.of(host);
    storages.removeIf(old -> old.name().equals(storage) && old.host().equals(where));
    Set<String> content = Set.of("images", "import", "iso");
    storages.add(new ObservedStorage(storage, where, shared, true, content, 1L << 42, 1L << 40));
    return this;
  }

  Scene put(Guest guest) {
    ObservedGuest built = guest.build();
    guests.put(built.id(), built);
    return this;
  }

  /** Changes a guest that is there. */
  Scene change(int id, UnaryOperator<Guest> change) {
    return put(change.apply(Guest.of(guest(id))));
  }

  ObservedGuest guest(int id) {
    return guests.get(VmId.of(id));
  }

  ObservedGuest remove(int id) {
    return guests.remove(VmId.of(id));
  }

  Scene files(String from, String to) {
    if (!(cluster + nodes).contains(from)) {
      throw new IllegalArgumentException(from + " is in none of the files");
    }
    cluster = cluster.replace(from, to);
    nodes = nodes.replace(from, to);
    return this;
  }

  /** Adds lines to the last node of the file. */
  Scene worker(String lines) {
    nodes += lines.indent(4);
    return this;
  }

  /** Returns a scene that can be changed apart from this one. */
  Scene copy() {
    Scene copy = new Scene();
    copy.cluster = cluster;
    copy.nodes = nodes;
    copy.parsed = parsed;
    copy.guests.putAll(guests);
    return copy;
  }

  ClusterSpec spec() {
    Files files = new Files(cluster, nodes);
    if (parsed == null || !parsed.files().equals(files)) {
      ClusterReading reading = ClusterFiles.read(cluster, nodes);
      parsed =
          new Parsed(
              files,
              reading.spec().orElseThrow(() -> new AssertionError(reading.report().render())));
    }
    return parsed.spec();
  }

  private record Files(String cluster, String nodes) {}

  private record Parsed(Files files, ClusterSpec spec) {}

  ObservedCluster observed() {
    return new ObservedCluster(
        new ServerVersion("9.1.3", "9.1", "abc"),
        new Permissions(permissions),
        hosts,
        storages,
        List.copyOf(guests.values()),
        tasks);
  }

  OwnedCluster owned() {
    return OwnedCluster.of(spec(), observed());
  }

  PlanRequest request() {
    return PlanRequest.of(owned(), image -> SCHEMATIC, selection, allowRestarts);
  }

  Plan plan() {
    return new Planner().plan(request());
  }

  /** Carries a plan out as Proxmox would, as far as planning can tell. */
  Scene apply() {
    Plan plan = plan();
    if (plan.findings().hasErrors()) {
      throw new AssertionError(plan.findings().render());
    }
    plan.changes().forEach(change -> Outcome.of(change, this));
    return this;
  }

  static List<String> codes(Plan plan) {
    return plan.findings().findings().stream().map(Finding::code).distinct().toList();
  }

  static List<String> ids(Plan plan) {
    return plan.changes().stream().map(change -> change.id().value()).toList();
  }
}
