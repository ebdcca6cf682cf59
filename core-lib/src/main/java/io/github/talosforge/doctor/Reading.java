package io.github.talosforge.doctor;

import io.github.talosforge.allocation.NodeAssignment;
import io.github.talosforge.finding.Finding;
import io.github.talosforge.image.ImageFactory;
import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.Ipv4Address;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.NodeSpec;
import io.github.talosforge.net.Dialer;
import io.github.talosforge.observe.Claim;
import io.github.talosforge.observe.NodePart;
import io.github.talosforge.observe.ObservedCluster;
import io.github.talosforge.observe.ObservedHost;
import io.github.talosforge.observe.OwnedCluster;
import io.github.talosforge.preflight.Account;
import io.github.talosforge.preflight.FilesPreflight;
import io.github.talosforge.proxmox.Bridge;
import io.github.talosforge.proxmox.DatacenterOptions;
import io.github.talosforge.proxmox.HostState;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.Vnet;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Asks for what the list of everything does not tell, side by side. */
final class Reading {
  private static final int WIDTH = 16;

  private final ProxmoxClient client;
  private final Dialer dialer;
  private final Account account;
  private final Function<URI, ImageFactory> factories;
  private final OwnedCluster owned;
  private final ObservedCluster world;
  private final ClusterSpec spec;
  private final Set<NodeName> there;
  private final FilesPreflight wants;
  private final ExecutorService threads = Executors.newFixedThreadPool(WIDTH);

  Reading(
      ProxmoxClient client,
      Dialer dialer,
      Account account,
      Function<URI, ImageFactory> factories,
      OwnedCluster owned) {
    this.client = client;
    this.dialer = dialer;
    this.account = account;
    this.factories = factories;
    this.owned = owned;
    this.world = owned.observed();
    this.spec = owned.files();
    this.there = nodesWithVm();
    this.wants = new FilesPreflight(spec, world, places(), there);
  }

  private Set<NodeName> nodesWithVm() {
    return owned.claims().stream()
        .filter(claim -> claim.part() == NodePart.SYSTEM)
        .filter(claim -> claim.isWritable() || claim.state() == Claim.State.UNREACHABLE)
        .flatMap(claim -> claim.node().stream())
        .collect(Collectors.toSet());
  }

  /** What cannot be laid out yet is looked at where its line wants it, or anywhere. */
  private Map<NodeName, HostName> places() {
    Map<NodeName, HostName> places = new HashMap<>();
    for (NodeSpec node : spec.nodes()) {
      owned
          .allocation()
          .layout()
          .of(node.name())
          .flatMap(NodeAssignment::host)
          .or(node::host)
          .or(() -> anyHost())
          .ifPresent(host -> places.put(node.name(), host));
    }
    return places;
  }

  private Optional<HostName> anyHost() {
    return world.hosts().stream()
        .filter(ObservedHost::online)
        .map(ObservedHost::name)
        .filter(host -> spec.proxmox().hosts().isEmpty() || spec.proxmox().hosts().contains(host))
        .findFirst();
  }

  private NavigableSet<HostName> hosts() {
    NavigableSet<HostName> hosts = new TreeSet<>(wants.hosts().values());
    hosts.addAll(spec.proxmox().hosts());
    spec.proxmox().defaultHost().ifPresent(hosts::add);
    spec.nodes().forEach(node -> node.host().ifPresent(hosts::add));
    return hosts;
  }

  Facts facts() {
    try {
      NavigableSet<HostName> hosts = hosts();
      CompletableFuture<Answer<DatacenterOptions>> options =
          ask("the options of the cluster", () -> client.cluster().options());
      SortedMap<HostName, CompletableFuture<Answer<HostState>>> states =
          ofEach(hosts, "the state of ", host -> client.host(host).state());
      SortedMap<HostName, CompletableFuture<Answer<List<Bridge>>>> bridges =
          ofEach(hosts, "the bridges of ", host -> client.network(host).bridges());
      SortedMap<HostName, CompletableFuture<Answer<List<String>>>> models =
          ofEach(asked(), "the processor models of ", host -> client.host(host).cpuModels());
      SortedMap<URI, CompletableFuture<List<Finding>>> images = new TreeMap<>();
      FilesPreflight.factories(spec)
          .keySet()
          .forEach(
              url ->
                  images.put(
                      url,
                      CompletableFuture.supplyAsync(
                          () -> FilesPreflight.factory(url, spec, factories), threads)));
      SortedMap<String, String> owners = owners();
      List<Finding> knocks = FilesPreflight.addresses(owners, dialer);
      SortedMap<HostName, Answer<List<Bridge>>> found = joined(bridges);
      return new Facts(
          owned,
          wants,
          account,
          hosts,
          options.join(),
          joined(states),
          found,
          vnets(found),
          joined(models),
          joined(images),
          owners,
          knocks,
          client.clock());
    } finally {
      threads.shutdown();
    }
  }

  /** The hosts that somebody has to ask for a model. */
  private Set<HostName> asked() {
    return wants.models().entrySet().stream()
        .filter(model -> FilesPreflight.isAsked(model.getKey()))
        .flatMap(model -> model.getValue().stream())
        .collect(Collectors.toSet());
  }

  /** Vnets are asked for only if a bridge is not there. */
  private Optional<Answer<List<Vnet>>> vnets(SortedMap<HostName, Answer<List<Bridge>>> bridges) {
    boolean missing =
        wants.bridges().entrySet().stream()
            .anyMatch(
                bridge ->
                    bridge.getValue().stream()
                        .flatMap(host -> Optional.ofNullable(bridges.get(host)).stream())
                        .flatMap(answer -> answer.value().stream())
                        .anyMatch(
                            seen ->
                                seen.stream()
                                    .noneMatch(one -> one.name().equals(bridge.getKey()))));
    return missing
        ? Optional.of(
            ask("the vnets", () -> client.network(bridges.firstKey().value()).vnets()).join())
        : Optional.empty();
  }

  private SortedMap<String, String> owners() {
    SortedMap<String, String> owners = new TreeMap<>();
    for (NodeSpec node : spec.nodes()) {
      if (!there.contains(node.name())) {
        owned
            .allocation()
            .layout()
            .of(node.name())
            .flatMap(NodeAssignment::address)
            .map(Ipv4Address::toString)
            .ifPresent(address -> owners.put(address, "node " + node.name()));
      }
    }
    if (there.isEmpty()) {
      spec.network()
          .vip()
          .ifPresent(vip -> owners.put(vip.toString(), "the cluster's virtual address"));
    }
    return owners;
  }

  private <T> SortedMap<HostName, CompletableFuture<Answer<T>>> ofEach(
      Set<HostName> hosts, String what, Function<String, T> call) {
    SortedMap<HostName, CompletableFuture<Answer<T>>> asked = new TreeMap<>();
    hosts.stream()
        .filter(world::isOnline)
        .forEach(host -> asked.put(host, ask(what + host, () -> call.apply(host.value()))));
    return asked;
  }

  private <T> CompletableFuture<Answer<T>> ask(String what, Supplier<T> call) {
    return CompletableFuture.supplyAsync(
        () -> {
          long start = System.nanoTime();
          try {
            T told = call.get();
            return new Answer<>(what, Duration.ofNanos(System.nanoTime() - start), told, null);
          } catch (ProxmoxException e) {
            return new Answer<>(what, Duration.ofNanos(System.nanoTime() - start), null, e);
          }
        },
        threads);
  }

  private static <K extends Comparable<K>, V> SortedMap<K, V> joined(
      SortedMap<K, CompletableFuture<V>> futures) {
    SortedMap<K, V> all = new TreeMap<>();
    futures.forEach((key, future) -> all.put(key, future.join()));
    return all;
  }
}
