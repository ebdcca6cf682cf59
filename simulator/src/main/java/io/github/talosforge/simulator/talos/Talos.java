package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.talos.etcd.EtcdCluster;
import io.github.talosforge.simulator.task.Scheduler;
import io.github.talosforge.simulator.vm.Cluster;
import io.github.talosforge.simulator.vm.GuestHardware;
import io.github.talosforge.simulator.vm.GuestModel;
import io.github.talosforge.simulator.world.Troubles;
import io.github.talosforge.simulator.world.Vm;
import io.github.talosforge.simulator.world.World;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All VMs that run Talos, and what they do. Its state belongs to the world's lock. */
public final class Talos implements GuestModel, Reachability {
  private final World world;
  private final Function<String, List<String>> extensions;
  private final Map<Integer, Machine> machines = new TreeMap<>();
  private final Map<String, BootstrappedCluster> clusters = new TreeMap<>();
  private final List<Runnable> observers = new CopyOnWriteArrayList<>();
  private final Map<Integer, byte[]> otherSnapshots = new TreeMap<>();
  private final Set<String> pulledImages = new HashSet<>();
  private final NodeAddresses addresses = new NodeAddresses(this);
  private final TalosGuests guests = new TalosGuests(this);
  private ApiServers apiServers = ApiServers.NONE;
  private @Nullable Parts parts;

  private record Parts(
      Cluster cluster,
      NodeDisks disks,
      NodeNetwork network,
      Progress progress,
      Sequences sequences) {}

  /**
   * No nodes yet.
   *
   * @param world the world
   * @param extensions the system extensions in the images of a schematic
   * @param saved the etcd clusters of an earlier run
   */
  public Talos(
      World world, Function<String, List<String>> extensions, Collection<EtcdCluster.Saved> saved) {
    this.world = world;
    this.extensions = extensions;
    saved.forEach(etcd -> add(new EtcdCluster(etcd)));
  }

  /**
   * Starts to watch the VMs.
   *
   * @param cluster the parts of the cluster
   * @param doors what opens the nodes' ports
   * @param servers what runs the clusters' Kubernetes APIs
   */
  public void begin(Cluster cluster, Doors doors, ApiServers servers) {
    GuestHardware hardware = new GuestHardware(cluster);
    NodeDisks disks = new NodeDisks(world, hardware);
    NodeNetwork network = new NodeNetwork(hardware);
    Progress progress = new Progress(this, world, disks, network, doors);
    Sequences sequences = new Sequences(this, cluster, disks, progress);
    apiServers = servers;
    parts = new Parts(cluster, disks, network, progress, sequences);
    world.afterChanges(this::settle);
    change(() -> {});
  }

  private Parts parts() {
    if (parts == null) {
      throw new IllegalStateException("Talos has not begun yet");
    }
    return parts;
  }

  /** The disks of nodes. */
  public NodeDisks disks() {
    return parts().disks();
  }

  /** The names and addresses of nodes. */
  public NodeNetwork network() {
    return parts().network();
  }

  /** What nodes are told to do. */
  public Sequences sequences() {
    return parts().sequences();
  }

  /** The world that they are in. */
  public World world() {
    return world;
  }

  ApiServers apiServers() {
    return apiServers;
  }

  Scheduler scheduler() {
    return parts().cluster().scheduler();
  }

  /** Lets everything happen that is due. */
  public void advance() {
    scheduler().runDue();
  }

  /** Is told after each change, inside of the world's lock. */
  public void observe(Runnable observer) {
    observers.add(observer);
  }

  /** Stops telling. */
  public void forget(Runnable observer) {
    observers.remove(observer);
  }

  /** Lets everything happen that follows from the last change. */
  private void settle() {
    reconcile();
    for (Machine machine : List.copyOf(machines.values())) {
      Step next = parts().progress().next(machine);
      if (next != null && machine.plan(next)) {
        int boot = machine.boots();
        scheduler()
            .after(parts().progress().duration(machine, next), () -> perform(machine, boot, next));
      }
    }
    scheduler().runDue();
    observers.forEach(Runnable::run);
  }

  private void perform(Machine machine, int boot, Step step) {
    if (machines.get(machine.vmid()) != machine || machine.boots() != boot) {
      return;
    }
    machine.planned(step);
    if (parts().progress().next(machine) == step) {
      parts().progress().perform(machine, step);
    }
  }

  private void reconcile() {
    machines
        .values()
        .removeIf(
            machine -> {
              Vm vm = world.vms().get(machine.vmid());
              boolean gone = vm == null || !machine.isOf(vm.process());
              if (gone) {
                machine.powerOff();
              }
              return gone;
            });
    for (Vm vm : world.vms().values()) {
      Vm.QemuProcess process = vm.process();
      if (process != null && !machines.containsKey(vm.id())) {
        parts()
            .disks()
            .bootable(vm)
            .ifPresent(image -> machines.put(vm.id(), new Machine(vm, process, image)));
      }
    }
    machines.values().forEach(parts().progress()::notice);
  }

  /** The nodes, by the id of their VM. */
  public List<Machine> machines() {
    return List.copyOf(machines.values());
  }

  /** The node in a VM. */
  public Optional<Machine> machine(int vmid) {
    return Optional.ofNullable(machines.get(vmid));
  }

  /**
   * What the screen of a VM shows.
   *
   * @param vmid the VM
   * @return lines; empty when it does not run Talos
   */
  public List<String> console(int vmid) {
    return world.locked(() -> machine(vmid).map(Machine::console).orElse(List.of()));
  }

  /**
   * The addresses of a node.
   *
   * @param vmid its VM
   * @return addresses; empty when it does not run Talos
   */
  public List<String> addresses(int vmid) {
    return world.locked(() -> machine(vmid).map(network()::addresses).orElse(List.of()));
  }

  /**
   * How far a node is.
   *
   * @param vmid its VM
   * @return its stage
   */
  public Stage stage(int vmid) {
    return world.locked(() -> machine(vmid).map(Machine::stage).orElse(Stage.UNKNOWN));
  }

  /**
   * Gives a node a trouble or lifts it.
   *
   * @param vmid its VM
   * @param trouble what is wrong
   * @param present whether it is
   */
  public void trouble(int vmid, Troubles.Trouble trouble, boolean present) {
    change(() -> world.troubles().set(vmid, trouble, present));
  }

  /**
   * Gives a node a trouble or lifts it.
   *
   * @param vmid its VM
   * @param trouble its name in rules, for example {@code boots-slowly}
   * @param present whether it is there
   */
  public void trouble(int vmid, String trouble, boolean present) {
    change(() -> world.troubles().set(vmid, trouble, present));
  }

  /**
   * Has a node stream another file than a snapshot of its own etcd, such as one of a real etcd.
   *
   * @param vmid its VM
   * @param file what it streams; empty: its own again
   */
  public void streamAsSnapshot(int vmid, Optional<byte[]> file) {
    change(
        () -> {
          otherSnapshots.remove(vmid);
          file.ifPresent(bytes -> otherSnapshots.put(vmid, bytes.clone()));
        });
  }

  /** What a node streams in place of a snapshot. */
  public Optional<byte[]> otherSnapshot(Machine machine) {
    return Optional.ofNullable(otherSnapshots.get(machine.vmid())).map(byte[]::clone);
  }

  /**
   * Cuts or mends the network between two nodes.
   *
   * @param one a VM
   * @param other another VM
   * @param cut whether it is cut
   */
  public void cut(int one, int other, boolean cut) {
    change(() -> world.troubles().cut(one, other, cut));
  }

  private void change(Runnable what) {
    world.locked(
        () -> {
          advance();
          what.run();
          world.touch();
          return true;
        });
  }

  /** The clusters that were bootstrapped and have a control plane node that runs. */
  public List<FormedCluster> clusters() {
    return world.locked(
        () ->
            clusters.values().stream()
                .filter(BootstrappedCluster::isAlive)
                .map(FormedCluster.class::cast)
                .toList());
  }

  Optional<BootstrappedCluster> cluster(@Nullable String id) {
    return id == null ? Optional.empty() : Optional.ofNullable(clusters.get(id));
  }

  /** The etcd cluster that a node has data of. */
  public Optional<EtcdCluster> etcdOf(Machine machine) {
    return disks()
        .etcdData(machine)
        .flatMap(data -> cluster(data.cluster()))
        .map(BootstrappedCluster::store);
  }

  BootstrappedCluster add(EtcdCluster etcd) {
    BootstrappedCluster cluster = new BootstrappedCluster(this, etcd);
    clusters.put(etcd.id(), cluster);
    return cluster;
  }

  /** The etcd clusters as plain data. */
  public List<EtcdCluster.Saved> saved() {
    return world.locked(
        () -> clusters.values().stream().map(cluster -> cluster.store().saved()).toList());
  }

  /** Whether a member of an etcd cluster runs and sees a node. */
  public boolean runsMember(EtcdCluster etcd, Machine seenFrom, long member) {
    return runningMembers(etcd, seenFrom).contains(member);
  }

  private Set<Long> runningMembers(EtcdCluster etcd, Machine seenFrom) {
    return machines.values().stream()
        .filter(Machine::hasEtcd)
        .filter(machine -> connected(machine, seenFrom))
        .flatMap(machine -> disks().etcdData(machine).stream())
        .filter(data -> data.cluster().equals(etcd.id()))
        .map(NodeDisks.EtcdData::member)
        .collect(Collectors.toSet());
  }

  /** Whether enough members of a node's etcd cluster run and see the node. */
  public boolean hasQuorum(Machine machine) {
    return machine.hasEtcd()
        && etcdOf(machine)
            .map(etcd -> etcd.hasQuorum(runningMembers(etcd, machine)::contains))
            .orElse(false);
  }

  /** Notes that a node has pulled an image. */
  public void pulled(Machine machine, String image) {
    pulledImages.add(machine.vmid() + " " + image);
  }

  /** Whether a node has pulled an image. */
  public boolean hasPulled(Machine machine, String image) {
    return pulledImages.contains(machine.vmid() + " " + image);
  }

  /** Whether two nodes see each other. */
  public boolean connected(Machine one, Machine other) {
    return world.troubles().connected(one.vmid(), other.vmid());
  }

  /** The node that answers at an address; of several the one that booted last. */
  public Optional<Machine> at(String address) {
    return addresses.at(address);
  }

  @Override
  public Optional<InetSocketAddress> loopback(String address, int port) {
    return world.locked(() -> addresses.loopback(address, port));
  }

  /** Whether a control plane node of some cluster holds the address that they share. */
  boolean shares(Machine machine, String address) {
    return clusters.values().stream().anyMatch(cluster -> cluster.shares(machine, address));
  }

  /** Whether the image that a node booted contains the guest agent. */
  boolean hasAgent(TalosImage image) {
    return extensions(image).contains("siderolabs/qemu-guest-agent");
  }

  /** The system extensions that are in an image. */
  public List<String> extensions(TalosImage image) {
    return extensions.apply(image.schematic());
  }

  @Override
  public Guest boots(@Nullable String identity) {
    return guests.boots(identity);
  }

  @Override
  public Optional<Report> report(int vmid) {
    return guests.report(vmid);
  }

  /** Closes all ports. */
  public void close() {
    world.locked(
        () -> {
          world.afterChanges(() -> {});
          machines.values().forEach(Machine::powerOff);
          machines.clear();
          return true;
        });
  }
}
