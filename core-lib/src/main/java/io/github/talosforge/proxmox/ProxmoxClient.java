package io.github.talosforge.proxmox;

import java.util.List;
import java.util.Optional;

/**
 * The Proxmox VE API as operations on the things that it manages.
 *
 * <p>A client is safe for use by many threads and holds connections, so that one is enough for a
 * cluster. Objects such as {@link Vm} are names, not states: making one costs no call, and it stays
 * valid whether or not the VM exists. Every operation throws {@link ProxmoxException} when Proxmox
 * VE refuses it or cannot be reached.
 *
 * <pre>{@code
 * ProxmoxConnection connection = ProxmoxConnection.to(credentials, "https://pve1:8006");
 * try (ProxmoxClient proxmox = ProxmoxClients.open(connection)) {
 *   proxmox.vm("pve1", 100).start().await(Duration.ofMinutes(1));
 * }
 * }</pre>
 */
public interface ProxmoxClient extends AutoCloseable {
  /**
   * Asks which release of Proxmox VE answers.
   *
   * @return the release
   */
  ServerVersion version();

  /**
   * Asks what the client itself may do.
   *
   * @return its privileges on every path where it has any
   */
  Permissions permissions();

  /**
   * Asks what the client itself may do with one object, pools included.
   *
   * @param path a path of the access control list, such as {@code /vms/100}
   * @return its privileges there
   */
  Permissions permissions(String path);

  /**
   * Lists the hosts of the cluster.
   *
   * @return all hosts, also those that are offline
   */
  List<HostSummary> hosts();

  /**
   * Names the cluster as a whole.
   *
   * @return operations across hosts
   */
  Cluster cluster();

  /**
   * Names a host.
   *
   * @param name the name of the host in the cluster
   * @return operations on it
   */
  Host host(String name);

  /**
   * Names a storage as one host sees it.
   *
   * @param host the host that does the work
   * @param name the storage
   * @return operations on it
   */
  Storage storage(String host, String name);

  /**
   * Names a VM.
   *
   * @param host the host where its configuration is
   * @param id its number
   * @return operations on it
   */
  Vm vm(String host, int id);

  /**
   * Names the resource pools.
   *
   * @return operations on them
   */
  Pools pools();

  /**
   * Names the high availability manager.
   *
   * @return operations on what it manages
   */
  HighAvailability highAvailability();

  /**
   * Names users, tokens, roles and the access control list.
   *
   * @return operations on them
   */
  Access access();

  /**
   * Names the devices of a host and the mappings to them.
   *
   * @param host the host
   * @return operations on them
   */
  Hardware hardware(String host);

  /**
   * Names the networks that VMs of a host can be plugged into.
   *
   * @param host the host
   * @return operations on them
   */
  Network network(String host);

  /**
   * Follows a task that was started elsewhere, or earlier.
   *
   * @param upid the identifier of the task
   * @return the task
   */
  TaskHandle task(Upid upid);

  /**
   * Tells what the client sent so far.
   *
   * @return the counts of calls
   */
  ClientCounters counters();

  /**
   * Tells the server's time of day as its last answer showed it.
   *
   * @return both clocks at that moment; absent before the first answer
   */
  Optional<ClockReading> clock();

  /** Drops all connections; tasks on the hosts go on. */
  @Override
  void close();
}
