package io.github.talosforge.preflight;

import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toCollection;

import io.github.talosforge.finding.Finding;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.DiskSpec;
import io.github.talosforge.model.FirmwareSpec.Bios;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.ImageSpec.Delivery;
import io.github.talosforge.model.ImageSpec.Provision;
import io.github.talosforge.model.NicSpec;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.TalosVersion;
import io.github.talosforge.model.VmSpec;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedStorage;
import io.github.talosforge.preflight.StorageUses.Use;
import io.github.talosforge.proxmox.ClockReading;
import io.github.talosforge.proxmox.Network;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The same looks as {@link Preflight}'s for everything that the files want of a Proxmox cluster,
 * whether or not any of it is to be made now.
 *
 * @param spec the cluster as its files describe it
 * @param world what was seen
 * @param hosts where each node is or would be
 * @param there the nodes that have a VM, and so need no more room
 */
public record FilesPreflight(
    ClusterSpec spec, ObservedCluster world, Map<NodeName, HostName> hosts, Set<NodeName> there) {

  /** Keeps own copies. */
  public FilesPreflight {
    hosts = Map.copyOf(hosts);
    there = Set.copyOf(there);
  }

  private Stream<NodeSpec> nodes() {
    return spec.nodes().stream().filter(node -> hosts.containsKey(node.name()));
  }

  private HostName host(NodeSpec node) {
    return Optional.ofNullable(hosts.get(node.name())).orElseThrow();
  }

  private Stream<Use> uses() {
    return nodes().flatMap(node -> Stream.concat(images(node), disks(node)));
  }

  private Stream<Use> images(NodeSpec node) {
    StorageName storage = spec.proxmox().imageStorage();
    boolean iso = node.image().provision() == Provision.ISO;
    boolean own = node.image().template().isPresent();
    Stream<Use> downloaded =
        own ? Stream.of() : Stream.of(new Use(storage, host(node), iso ? "iso" : "import", 0));
    Stream<Use> cd =
        node.image().delivery() == Delivery.CIDATA
            ? Stream.of(new Use(storage, host(node), "iso", 0))
            : Stream.of();
    Stream<Use> template =
        node.image().provision() == Provision.CLONE && !own
            ? Stream.of(disk(spec.proxmox().templateStorage(), node, 0))
            : Stream.of();
    return Stream.of(downloaded, cd, template).flatMap(Function.identity());
  }

  private Stream<Use> disks(NodeSpec node) {
    VmSpec vm = node.vm();
    Stream<Use> disks =
        Stream.concat(Stream.of(vm.systemDisk()), vm.extraDisks().stream())
            .map((DiskSpec disk) -> disk(disk.storage(), node, disk.size().bytes()));
    Stream<Use> volumes =
        node.volumes().volumes().stream()
            .filter(volume -> volume.storage().isPresent() && volume.size().isPresent())
            .map(
                volume ->
                    disk(
                        volume.storage().orElseThrow(), node, volume.size().orElseThrow().bytes()));
    Stream<Use> firmware =
        vm.firmware().bios() == Bios.OVMF || vm.firmware().tpm()
            ? Stream.of(disk(vm.firmware().efiStorage(), node, 0))
            : Stream.of();
    Stream<Use> cloudInit =
        node.image().provision() == Provision.ISO
            ? Stream.of()
            : Stream.of(disk(vm.cloudInitStorage(), node, 0));
    return Stream.of(disks, volumes, firmware, cloudInit).flatMap(Function.identity());
  }

  private Use disk(StorageName storage, NodeSpec node, long bytes) {
    return new Use(storage, host(node), "images", there.contains(node.name()) ? 0 : bytes);
  }

  /** Returns the storages that the files name, each with what is to be kept there. */
  public SortedMap<StorageName, SortedSet<String>> storages() {
    return uses()
        .collect(
            Collectors.groupingBy(
                Use::storage, TreeMap::new, mapping(Use::content, toCollection(TreeSet::new))));
  }

  /** Returns the hosts that are to use a storage. */
  public SortedSet<HostName> hosts(StorageName storage) {
    return uses()
        .filter(use -> use.storage().equals(storage))
        .map(Use::host)
        .collect(toCollection(TreeSet::new));
  }

  /** Looks whether a storage is there, may hold what it is to hold, and has room. */
  public List<Finding> storage(StorageName storage) {
    return StorageCheck.check(
        uses().filter(use -> use.storage().equals(storage) && world.isOnline(use.host())),
        world,
        new FileLines(spec));
  }

  /** Returns the one command that lets a storage hold everything that it is to hold. */
  public String allowing(StorageName storage) {
    Set<String> content = new TreeSet<>(storages().getOrDefault(storage, new TreeSet<>()));
    seen(storage).forEach(seen -> content.addAll(seen.content()));
    return StorageCheck.command(storage, content);
  }

  /** Returns what to know before that command is run, up to where it stands. */
  public String beforeAllowing(StorageName storage) {
    return seen(storage).anyMatch(StorageCheck::replaced)
        ? StorageCheck.LOOK_FIRST
        : StorageCheck.AS_ROOT;
  }

  private Stream<ObservedStorage> seen(StorageName storage) {
    return world.storages().stream().filter(seen -> seen.name().equals(storage));
  }

  /** Returns the bridges that the files name, each with the hosts that are to have it. */
  public SortedMap<String, SortedSet<HostName>> bridges() {
    SortedMap<String, SortedSet<HostName>> bridges = new TreeMap<>();
    nodes()
        .forEach(
            node ->
                cards(node)
                    .map(card -> card.bridge().toString())
                    .forEach(
                        bridge ->
                            bridges
                                .computeIfAbsent(bridge, unused -> new TreeSet<>())
                                .add(host(node))));
    return bridges;
  }

  private static Stream<NicSpec> cards(NodeSpec node) {
    return Stream.concat(Stream.of(node.vm().nic()), node.vm().extraNics().stream());
  }

  /**
   * Looks whether a bridge or vnet is on some hosts.
   *
   * @param bridge its name
   * @param on the hosts
   * @param networks what each host has
   */
  public List<Finding> bridge(
      String bridge, Set<HostName> on, Function<HostName, Network> networks) {
    Map<HostName, Set<String>> wanted = new TreeMap<>();
    on.forEach(host -> wanted.put(host, Set.of(bridge)));
    Set<String> tagged =
        nodes()
            .flatMap(FilesPreflight::cards)
            .filter(card -> card.vlan().isPresent())
            .map(card -> card.bridge().toString())
            .collect(Collectors.toSet());
    return NetworkCheck.check(wanted, tagged, world, networks, new FileLines(spec));
  }

  /** Returns the processor models that hosts have to be asked for, each with those hosts. */
  public SortedMap<String, SortedSet<HostName>> models() {
    return nodes()
        .collect(
            Collectors.groupingBy(
                node -> node.vm().cpu().type(),
                TreeMap::new,
                mapping(this::host, toCollection(TreeSet::new))));
  }

  /** Tells whether not every host knows a processor model, so that it has to be asked. */
  public static boolean isAsked(String model) {
    return CpuCheck.isAsked(model);
  }

  /**
   * Looks whether hosts know a processor model.
   *
   * @param model its name
   * @param on the hosts
   * @param known the models that each host knows
   */
  public List<Finding> model(
      String model, Set<HostName> on, Function<HostName, ? extends Collection<String>> known) {
    Map<HostName, Set<String>> wanted = new TreeMap<>();
    on.forEach(host -> wanted.put(host, Set.of(model)));
    return CpuCheck.check(wanted, world, known, new FileLines(spec));
  }

  /** Looks whether hosts start VMs with as many processors as the nodes have. */
  public List<Finding> processors() {
    Map<NodeSpec, HostName> places = new HashMap<>();
    nodes().forEach(node -> places.put(node, host(node)));
    return CpuLimitCheck.check(places, world, new FileLines(spec));
  }

  /** Returns the Image Factories, each with the releases and the system extensions of images. */
  public static SortedMap<URI, Map<TalosVersion, Set<String>>> factories(ClusterSpec spec) {
    SortedMap<URI, Map<TalosVersion, Set<String>>> wanted = new TreeMap<>();
    spec.nodes().stream()
        .filter(node -> node.image().template().isEmpty())
        .forEach(
            node ->
                wanted
                    .computeIfAbsent(node.image().factoryUrl(), unused -> new TreeMap<>())
                    .computeIfAbsent(spec.talos().version(), unused -> new TreeSet<>())
                    .addAll(node.image().schematic().extensions()));
    return wanted;
  }

  /** Asks an Image Factory whether it has what images are to be made of. */
  public static List<Finding> factory(
      URI url, ClusterSpec spec, Function<URI, ImageFactory> factories) {
    return ImageCheck.check(url, factories(spec).getOrDefault(url, Map.of()), spec, factories);
  }

  /** Knocks at addresses, each with a word for who is to get it. */
  public static List<Finding> addresses(Map<String, String> owners, Dialer dialer) {
    return AddressCheck.knock(owners, dialer);
  }

  /** Compares the server's clock with ours. */
  public static Optional<Finding> clock(ClockReading clocks) {
    return ClockCheck.check(clocks);
  }
}
