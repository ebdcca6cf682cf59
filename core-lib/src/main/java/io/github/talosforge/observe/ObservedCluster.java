package io.github.talosforge.observe;

import io.github.talosforge.model.HostName;
import io.github.talosforge.model.StorageName;
import io.github.talosforge.model.VmId;
import io.github.talosforge.proxmox.Permissions;
import io.github.talosforge.proxmox.ServerVersion;
import io.github.talosforge.proxmox.property.Volume;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The Proxmox cluster as one look found it.
 *
 * @param version the server's version
 * @param permissions what the credentials may do
 * @param hosts the hosts
 * @param storages the storages, once for each host
 * @param guests all guests that the credentials may see, by id
 * @param tasks the running tasks of hosts with a guest that is just being made
 * @param ha what high availability looks after; empty if nothing asks for that, or the credentials
 *     may not see it
 */
public record ObservedCluster(
    ServerVersion version,
    Permissions permissions,
    List<ObservedHost> hosts,
    List<ObservedStorage> storages,
    List<ObservedGuest> guests,
    List<RunningTask> tasks,
    Optional<ObservedHa> ha) {

  /** Keeps own copies; guests are sorted by id, hosts by name. */
  public ObservedCluster {
    hosts = hosts.stream().sorted(Comparator.comparing(ObservedHost::name)).toList();
    storages = List.copyOf(storages);
    guests = guests.stream().sorted(Comparator.comparing(ObservedGuest::id)).toList();
    tasks = List.copyOf(tasks);
  }

  /**
   * A cluster in which nothing asks for high availability.
   *
   * @param version the server's version
   * @param permissions what the credentials may do
   * @param hosts the hosts
   * @param storages the storages, once for each host
   * @param guests all guests that the credentials may see
   * @param tasks the running tasks of hosts with a guest that is just being made
   */
  public ObservedCluster(
      ServerVersion version,
      Permissions permissions,
      List<ObservedHost> hosts,
      List<ObservedStorage> storages,
      List<ObservedGuest> guests,
      List<RunningTask> tasks) {
    this(version, permissions, hosts, storages, guests, tasks, Optional.empty());
  }

  /** Returns the guest with an id. */
  public Optional<ObservedGuest> guest(VmId id) {
    return guests.stream().filter(guest -> guest.id().equals(id)).findFirst();
  }

  /** Returns a host. */
  public Optional<ObservedHost> host(HostName name) {
    return hosts.stream().filter(host -> host.name().equals(name)).findFirst();
  }

  /** Tells whether a host is known and online. */
  public boolean isOnline(HostName name) {
    return host(name).filter(ObservedHost::online).isPresent();
  }

  /** Tells whether the credentials hold a privilege on a path of the access control list. */
  public boolean allows(String path, String privilege) {
    return permissions.allows(path, privilege);
  }

  /** Returns a storage as a host sees it. */
  public Optional<ObservedStorage> storage(StorageName name, HostName host) {
    return storages.stream()
        .filter(storage -> storage.name().equals(name) && storage.host().equals(host))
        .findFirst();
  }

  /** Tells whether every host sees the same volumes of a storage. */
  public boolean isShared(StorageName name) {
    return storages.stream().anyMatch(storage -> storage.name().equals(name) && storage.shared());
  }

  /**
   * Tells whether a guest can have a volume of a host attached: on another host a local storage has
   * other volumes by the same names.
   */
  public boolean isInReach(ObservedGuest guest, HostName host, Volume volume) {
    return guest.host().equals(host)
        || volume.storage().map(StorageName::of).filter(this::isShared).isPresent();
  }

  /** Returns the names of the storages that each host has for itself. */
  public Set<String> storagesOfHosts() {
    return storages.stream()
        .filter(storage -> !storage.shared())
        .map(storage -> storage.name().value())
        .collect(Collectors.toUnmodifiableSet());
  }
}
