package io.github.talosforge.attack;

import io.github.talosforge.ClusterSession;
import io.github.talosforge.HurriedSessions;
import io.github.talosforge.TalosSession;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.net.HttpProxy;
import io.github.talosforge.provision.SimulatedCluster;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.VmClone;
import io.github.talosforge.proxmox.VmDeletion;
import io.github.talosforge.simulator.Simulator;
import io.github.talosforge.simulator.inspect.VmState;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.Volume;
import io.github.talosforge.simulator.world.World;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cluster with a foreign VM in it. It was made once; every attack begins with a copy. It has a
 * control plane, a worker with a data VM, a worker without, and a volume that the files no longer
 * name.
 */
final class AttackedCluster implements AutoCloseable {
  static final int TEMPLATE = 9000;
  static final int CONTROL_PLANE = 2001;
  static final int WORKER = 3002;
  static final int DATA_VM = 30010;

  /** The foreign VM; between the nodes' ids and those of templates. */
  static final int FOREIGN = 8000;

  /** A VM that somebody made by hand and that may become a node. */
  static final int BY_HAND = 107;

  /** A CD with a configuration that somebody left. */
  static final String CD = "local:iso/talosforge-cidata_0123456789abcdef_cp-1_0123456789abcdef.iso";

  /** When rivals make files. */
  static final long LATER = 4_000_000_000L;

  static final Map<String, String> MAIL = Map.of("name", "mail");
  static final Map<String, String> GOLDEN = Map.of("name", "golden", "template", "1");
  static final Map<String, String> WITH_DB =
      Map.of("name", "mail", "scsi1", "local-zfs:vm-30010-volume-db");
  static final Map<String, String> WITH_CD = Map.of("name", "mail", "ide2", CD + ",media=cdrom");

  static final String CLUSTER = "ephemeral_size: 10G\nallow_scheduling_on_control_planes: true\n";
  static final String NODES =
      """
      nodes:
        - {name: cp-1, controller: true, vm_id: 2001, proxmox_node: pve1}
        - {name: worker-1, vm_id: 3001, proxmox_node: pve1, data_vm: true, volumes: {VOLUMES}}
        - {name: worker-2, vm_id: 3002, proxmox_node: pve1}
      """;

  private static final Map<String, String> ONLY_ONES = Map.of("photos", "the only ones");
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  final SimulatedCluster cluster;
  private final Set<Integer> foreign = new TreeSet<>(Set.of(FOREIGN));

  AttackedCluster(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  static AttackedCluster start() {
    return new AttackedCluster(
        new SimulatedCluster(
            Simulator.builder().hosts(3).timeScale(0).copyOf(MadeClusters.fresh()).start()));
  }

  /** Begins with a copy of the same cluster whose nodes run Kubernetes. */
  static AttackedCluster living() {
    return new AttackedCluster(
        new SimulatedCluster(
            Simulator.builder().hosts(3).timeScale(0).copyOf(MadeClusters.living()).start()));
  }

  TalosSession talos(ClusterSession session) {
    return HurriedSessions.talos(session, io.github.talosforge.attack.World.SECRETS, dialer());
  }

  Dialer dialer() {
    URI proxy = URI.create(cluster.simulator.proxy());
    return Dialer.direct().loopbackOnly().through(HttpProxy.of(proxy.getHost(), proxy.getPort()));
  }

  /** Another worker, and more memory for those that are there. */
  void editFiles() {
    cluster
        .cluster(CLUSTER + "proxmox_vm_defaults: {vm_memory: 9000}\n")
        .nodes(nodes() + "  - {name: worker-3, proxmox_node: pve1}\n");
  }

  void resetFiles() {
    cluster.cluster(CLUSTER).nodes(nodes());
  }

  /** Gives each worker's VM the other one's address, as somebody would who mixed them up. */
  void swapAddresses() {
    cluster.edit(
        3001,
        vm ->
            vm.config()
                .computeIfPresent("ipconfig0", (key, text) -> text.replace(".22.20/", ".22.21/")));
    cluster.edit(
        WORKER,
        vm ->
            vm.config()
                .computeIfPresent("ipconfig0", (key, text) -> text.replace(".22.21/", ".22.20/")));
  }

  static String nodes() {
    return NODES.replace("VOLUMES", "logs: {type: disk, size: 3G}");
  }

  /** What an administrator does in the web interface: Clone, in full. */
  AttackedCluster clone(int source, String name) {
    return clone(source, FOREIGN, name);
  }

  AttackedCluster clone(int source, int id, String name) {
    try (ProxmoxClient root = cluster.root()) {
      root.vm(host(source), source).cloneTo(VmClone.full(id).named(name)).await(PATIENCE);
    }
    foreign.add(id);
    return this;
  }

  /** Restores a backup under another id: all but {@code unused} disks and the lock comes back. */
  AttackedCluster restore(int source) {
    return world(
        world -> {
          Vm original = world.vms().get(source);
          Vm restored = new Vm(FOREIGN, original.host());
          original
              .config()
              .forEach(
                  (key, value) -> {
                    if (!key.matches("unused\\d+|lock|parent")) {
                      restored.config().put(key, restoredDrive(world, original, value));
                    }
                  });
          restored.touch();
          world.vms().put(FOREIGN, restored);
        });
  }

  private static String restoredDrive(World world, Vm original, String value) {
    for (Volume volume : List.copyOf(world.volumes().all())) {
      boolean attached =
          volume.owner() == original.id()
              && original.host().equals(volume.host())
              && value.split(",", 2)[0].equals(volume.volid());
      if (attached) {
        String name = volume.name().replace("-" + original.id() + "-", "-" + FOREIGN + "-");
        Volume copy = volume.renamed(name, FOREIGN);
        world.volumes().put(copy);
        return value.replace(volume.volid(), copy.volid());
      }
    }
    return value;
  }

  /** Makes a VM that has a disk of its own. */
  AttackedCluster made(int id, Map<String, String> config) {
    foreign.add(id);
    cluster.stranger(id, "pve1", config);
    return disk(id);
  }

  /** Gives a VM another disk, with something on it. */
  AttackedCluster disk(int id) {
    return world(
        world -> {
          Vm vm = world.vms().get(id);
          String name = "vm-" + id + "-disk-7";
          Volume system =
              List.copyOf(world.volumes().all()).stream()
                  .filter(v -> v.content().equals("images"))
                  .findFirst()
                  .orElseThrow();
          Volume added = system.renamed(name, id).holding(null, ONLY_ONES);
          world.volumes().put(added);
          vm.config().put("scsi7", added.volid() + ",size=1G");
          vm.touch();
        });
  }

  /** Removes a VM with its disks, and makes another under its id, with a disk of its own. */
  AttackedCluster replace(int id, Map<String, String> config) {
    foreign.add(id);
    return world(
        world -> {
          Vm old = world.vms().remove(id);
          List<Volume> disks =
              List.copyOf(world.volumes().all()).stream().filter(v -> v.owner() == id).toList();
          disks.forEach(world.volumes()::remove);
          Volume disk = disks.get(0).renamed("vm-" + id + "-disk-7", id).holding(null, ONLY_ONES);
          world.volumes().put(disk);
          Vm made = new Vm(id, old.host());
          made.config().putAll(config);
          made.config().put("vmgenid", "66666666-7777-8888-9999-000000000000");
          made.config().put("scsi7", disk.volid() + ",size=1G");
          made.touch();
          world.vms().put(id, made);
        });
  }

  /** Makes a VM that looks exactly as one that is there. */
  AttackedCluster replaceAlike(int id) {
    return replace(id, Map.copyOf(cluster.simulator.inspect().vm(id).orElseThrow().config()));
  }

  /** Makes a file anew under its name, or for the first time. */
  AttackedCluster file(String volid, String content, long created) {
    boolean made = created == LATER;
    return world(
        world -> {
          String[] id = volid.split(":", 2);
          world
              .volumes()
              .put(
                  new Volume(
                      id[0],
                      "pve1",
                      id[1],
                      content,
                      content.equals("iso") ? "iso" : "raw",
                      1,
                      1,
                      0,
                      null,
                      created,
                      null,
                      Map.of(),
                      made ? ONLY_ONES : Map.of()));
        });
  }

  /** How many volumes hold what somebody cannot lose. */
  long precious() {
    return cluster.simulator.inspect().volumes().stream()
        .filter(volume -> volume.partitions().equals(ONLY_ONES))
        .count();
  }

  /** Which volumes a foreign VM names although they are gone. */
  List<String> freedThoughUsed() {
    Set<String> there =
        cluster.simulator.inspect().volumes().stream()
            .map(volume -> volume.volid())
            .collect(Collectors.toSet());
    return foreign.stream()
        .flatMap(id -> cluster.simulator.inspect().vm(id).stream())
        .flatMap(vm -> vm.config().values().stream())
        .map(value -> value.split(",", 2)[0])
        .filter(value -> value.contains("-volume-"))
        .filter(volume -> !there.contains(volume))
        .toList();
  }

  AttackedCluster set(String key, String value) {
    cluster.edit(FOREIGN, vm -> vm.config().put(key, value));
    return this;
  }

  /** Takes keys away. */
  AttackedCluster without(String... keys) {
    cluster.edit(FOREIGN, vm -> List.of(keys).forEach(vm.config()::remove));
    return this;
  }

  /** Writes the first line of notes as it was before it named the VM's id. */
  AttackedCluster oldMark(int id) {
    cluster.edit(
        id,
        vm ->
            vm.config()
                .computeIfPresent("description", (key, text) -> text.replaceFirst(" vm=\\d+", "")));
    return this;
  }

  /** Clones the template, under its name. */
  AttackedCluster copyTemplate() {
    return clone(TEMPLATE, cluster.simulator.inspect().vm(TEMPLATE).orElseThrow().name());
  }

  /** Leaves the first line of the notes, and writes others behind it. */
  AttackedCluster firstLineOnly(String... others) {
    cluster.edit(
        FOREIGN,
        vm -> {
          String first = vm.config().get("description").lines().findFirst().orElseThrow();
          vm.config()
              .put(
                  "description",
                  String.join("\n", Stream.concat(Stream.of(first), Stream.of(others)).toList()));
        });
    return this;
  }

  AttackedCluster template() {
    try (ProxmoxClient root = cluster.root()) {
      root.vm(host(FOREIGN), FOREIGN).convertToTemplate(() -> {}).await(PATIENCE);
    }
    return this;
  }

  AttackedCluster running() {
    try (ProxmoxClient root = cluster.root()) {
      root.vm(host(FOREIGN), FOREIGN).start().await(PATIENCE);
    }
    return this;
  }

  /** An administrator removes a VM of the cluster. */
  AttackedCluster remove(int id) {
    cluster.edit(id, vm -> vm.config().remove("protection"));
    try (ProxmoxClient root = cluster.root()) {
      if (root.vm(host(id), id).status().isRunning()) {
        root.vm(host(id), id).stop(() -> {}).await(PATIENCE);
      }
      root.vm(host(id), id).delete(new VmDeletion(true, false), () -> {}).await(PATIENCE);
    }
    return this;
  }

  /** Makes the copy of the template what a run leaves that was killed while it made a node. */
  AttackedCluster begun(String node) {
    return set("name", node)
        .set("description", "talosforge: cluster=0123456789abcdef node=" + node + " vm=" + FOREIGN);
  }

  /** Makes one of the cluster's own the VM that must stay as it is. */
  AttackedCluster only(int id) {
    foreign.clear();
    foreign.add(id);
    return this;
  }

  /**
   * Puts the foreign VMs on a host of their own, which goes down: their names are not told then.
   */
  AttackedCluster hidden() {
    foreign.stream()
        .filter(id -> cluster.simulator.inspect().vm(id).isPresent())
        .forEach(id -> cluster.simulator.interventions().move(id, "pve2"));
    cluster.simulator.interventions().host("pve2", false);
    return this;
  }

  private String host(int id) {
    return cluster.simulator.inspect().vm(id).map(VmState::host).orElseThrow();
  }

  private AttackedCluster world(Consumer<World> change) {
    World world = cluster.simulator.world();
    world.locked(
        () -> {
          change.accept(world);
          world.touch();
          return world;
        });
    return this;
  }

  /** Returns the foreign VMs. */
  Set<Integer> foreign() {
    return foreign;
  }

  @Override
  public void close() {
    cluster.close();
  }
}
