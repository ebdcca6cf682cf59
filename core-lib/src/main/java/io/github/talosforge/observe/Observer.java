package io.github.talosforge.observe;

import io.github.talosforge.model.ClusterSpec;
import io.github.talosforge.model.HostName;
import io.github.talosforge.model.NodeName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.proxmox.ErrorKind;
import io.github.talosforge.proxmox.Permissions;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ProxmoxException;
import io.github.talosforge.proxmox.ServerVersion;
import io.github.talosforge.proxmox.VmSummary;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks at the live system: three lists (before Proxmox VE 9 four), one of each host with VMs that
 * could be the cluster's, and one read for each of these. It waits for nothing inside of guests.
 * What a host that is down keeps to itself is missing.
 */
public final class Observer {
  private static final Set<ErrorKind> HOST_SILENT =
      Set.of(ErrorKind.HOST_UNREACHABLE, ErrorKind.TIMEOUT);

  private final ProxmoxClient proxmox;

  /** Looks through a client. */
  public Observer(ProxmoxClient proxmox) {
    this.proxmox = proxmox;
  }

  /**
   * Looks at the live system.
   *
   * @param spec the cluster whose VMs are looked at closely
   * @throws ProxmoxException if the lists cannot be read
   */
  public ObservedCluster observe(ClusterSpec spec) {
    return observe(new Interest(spec, node -> false, Set.of(), false));
  }

  /**
   * Looks at the live system, and closely at some VMs besides the cluster's.
   *
   * @param spec the cluster whose VMs are looked at closely
   * @param named ids or names of further VMs
   * @throws ProxmoxException if the lists cannot be read
   */
  public ObservedCluster observe(ClusterSpec spec, Set<String> named) {
    return observe(new Interest(spec, node -> false, named, false));
  }

  /**
   * Looks at the live system, and at high availability even if nothing asks for it.
   *
   * @param spec the cluster whose VMs are looked at closely
   * @throws ProxmoxException if the lists cannot be read
   */
  public ObservedCluster observeWithHa(ClusterSpec spec) {
    return observe(new Interest(spec, node -> false, Set.of(), true));
  }

  /**
   * Looks at the live system, and at what some nodes are about to be made from anew.
   *
   * @param spec the cluster whose VMs are looked at closely
   * @param remade tells of a node whether its VM is about to be made anew
   * @throws ProxmoxException if the lists cannot be read
   */
  public ObservedCluster observe(ClusterSpec spec, Predicate<NodeName> remade) {
    return observe(new Interest(spec, remade, Set.of(), false));
  }

  private ObservedCluster observe(Interest interest) {
    try (Readers readers = new Readers()) {
      return observe(interest, readers);
    }
  }

  private ObservedCluster observe(Interest interest, Readers readers) {
    Readers.Reading<ServerVersion> version = readers.read(proxmox::version);
    Readers.Reading<Permissions> permissions = readers.read(proxmox::permissions);
    Listing listing = new Listing(proxmox.cluster().resources());
    List<ObservedHost> hosts = listing.hosts();
    Set<HostName> silent = ConcurrentHashMap.newKeySet();
    hosts.stream().filter(host -> !host.online()).map(ObservedHost::name).forEach(silent::add);
    List<ObservedGuest> guests = listing.guests();
    guests = asHostsSay(guests, interest.hostsToAsk(guests), silent, readers);
    List<RunningTask> tasks = tasks(interest, guests, silent);
    List<ObservedGuest> named = configured(guests, close(interest, guests), silent, readers);
    List<ObservedGuest> known = configured(named, interest.underFormerName(named), silent, readers);
    Optional<ObservedHa> ha =
        permissions.get().allows("/", "Sys.Audit")
            ? HaReader.read(
                proxmox.highAvailability(),
                version.get().major(),
                interest.asksForHa(guests),
                readers)
            : Optional.empty();
    return new ObservedCluster(
        version.get(),
        permissions.get(),
        hosts.stream().map(host -> asSilent(host, silent)).toList(),
        listing.storages(),
        known,
        tasks,
        ha);
  }

  private static ObservedHost asSilent(ObservedHost host, Set<HostName> silent) {
    return new ObservedHost(
        host.name(),
        host.online() && !silent.contains(host.name()),
        host.memoryBytes(),
        host.processors());
  }

  /** Guests as their hosts know them, where those are asked and answer. */
  private List<ObservedGuest> asHostsSay(
      List<ObservedGuest> listed, Set<HostName> asked, Set<HostName> silent, Readers readers) {
    List<Callable<Map<VmId, VmSummary>>> reads =
        asked.stream()
            .filter(host -> !silent.contains(host))
            .map(host -> (Callable<Map<VmId, VmSummary>>) () -> vms(host, silent))
            .toList();
    Map<VmId, VmSummary> now = new HashMap<>();
    readers.all(reads).forEach(now::putAll);
    return listed.stream()
        .map(guest -> now.containsKey(guest.id()) ? guest.as(now.get(guest.id())) : guest)
        .toList();
  }

  private Map<VmId, VmSummary> vms(HostName host, Set<HostName> silent) {
    try {
      return proxmox.host(host.value()).vms().stream()
          .collect(Collectors.toMap(vm -> VmId.of(vm.id()), vm -> vm, (one, other) -> one));
    } catch (ProxmoxException e) {
      if (HOST_SILENT.contains(e.kind())) {
        silent.add(host);
        return Map.of();
      }
      throw e;
    }
  }

  private static Set<ObservedGuest> close(Interest interest, List<ObservedGuest> guests) {
    Set<ObservedGuest> close =
        guests.stream().filter(interest::covers).collect(Collectors.toCollection(HashSet::new));
    close.addAll(interest.templates(guests));
    return close;
  }

  /**
   * Lists the running tasks of hosts on which a VM is being made. This comes before the VMs are
   * read, so that a VM which is finished meanwhile shows itself finished and not abandoned.
   */
  private List<RunningTask> tasks(
      Interest interest, Collection<ObservedGuest> guests, Set<HostName> silent) {
    Set<HostName> busy =
        guests.stream()
            .filter(interest::isBeingMade)
            .map(ObservedGuest::host)
            .filter(host -> !silent.contains(host))
            .collect(Collectors.toCollection(TreeSet::new));
    return busy.stream().flatMap(host -> RunningTask.on(host, proxmox).stream()).toList();
  }

  private List<ObservedGuest> configured(
      List<ObservedGuest> guests, Set<ObservedGuest> close, Set<HostName> silent, Readers readers) {
    Set<ObservedGuest> away = ConcurrentHashMap.newKeySet();
    List<Callable<ObservedGuest>> reads =
        guests.stream()
            .map(
                guest ->
                    (Callable<ObservedGuest>)
                        () -> close.contains(guest) ? read(guest, silent, away) : guest)
            .toList();
    List<ObservedGuest> known = readers.all(reads);
    Map<VmId, ObservedGuest> moved = moved(away, silent, readers);
    return known.stream()
        .flatMap(guest -> Stream.ofNullable(away.contains(guest) ? moved.get(guest.id()) : guest))
        .toList();
  }

  /** Reads the configuration of a guest, or takes down that it is not where it was listed. */
  private ObservedGuest read(ObservedGuest guest, Set<HostName> silent, Set<ObservedGuest> away) {
    if (silent.contains(guest.host())) {
      return guest;
    }
    try {
      return guest.withConfiguration(configuration(guest));
    } catch (ProxmoxException e) {
      if (HOST_SILENT.contains(e.kind())) {
        silent.add(guest.host());
        return guest;
      }
      if (e.kind() == ErrorKind.NOT_FOUND) {
        away.add(guest);
        return guest;
      }
      throw e;
    }
  }

  /** VMs that are not where they were listed have moved, or are gone: one more list knows. */
  private Map<VmId, ObservedGuest> moved(
      Set<ObservedGuest> away, Set<HostName> silent, Readers readers) {
    if (away.isEmpty()) {
      return Map.of();
    }
    Map<VmId, HostName> before = new HashMap<>();
    away.forEach(guest -> before.put(guest.id(), guest.host()));
    List<ObservedGuest> found =
        new Listing(proxmox.cluster().resources())
            .guests().stream()
                .filter(again -> before.containsKey(again.id()))
                .filter(again -> !again.host().equals(before.get(again.id())))
                .toList();
    Set<HostName> hosts = found.stream().map(ObservedGuest::host).collect(Collectors.toSet());
    List<Callable<ObservedGuest>> reads =
        asHostsSay(found, hosts, silent, readers).stream()
            .map(
                again ->
                    (Callable<ObservedGuest>) () -> again.withConfiguration(configuration(again)))
            .toList();
    return readers.all(reads).stream()
        .collect(Collectors.toMap(ObservedGuest::id, guest -> guest, (one, other) -> one));
  }

  private GuestConfiguration configuration(ObservedGuest guest) {
    return GuestConfiguration.of(proxmox.vm(guest.host().value(), guest.id().value()).pending());
  }
}
