package io.github.talosforge;

import io.github.talosforge.proxmox.Access;
import io.github.talosforge.proxmox.ClientCounters;
import io.github.talosforge.proxmox.ClockReading;
import io.github.talosforge.proxmox.Cluster;
import io.github.talosforge.proxmox.Hardware;
import io.github.talosforge.proxmox.HighAvailability;
import io.github.talosforge.proxmox.Host;
import io.github.talosforge.proxmox.HostSummary;
import io.github.talosforge.proxmox.Network;
import io.github.talosforge.proxmox.Permissions;
import io.github.talosforge.proxmox.Pools;
import io.github.talosforge.proxmox.ProxmoxClient;
import io.github.talosforge.proxmox.ServerVersion;
import io.github.talosforge.proxmox.Storage;
import io.github.talosforge.proxmox.TaskHandle;
import io.github.talosforge.proxmox.Upid;
import io.github.talosforge.proxmox.Vm;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * A client for looking, which asks for nothing more once the run was stopped: a look can take
 * thousands of calls. What is carried out hears of a stop by itself, for it must not stop anywhere.
 *
 * @param client the connection to Proxmox
 * @param stopped whether the run was stopped
 */
record StoppableReads(ProxmoxClient client, BooleanSupplier stopped) implements ProxmoxClient {

  private ProxmoxClient unlessStopped() {
    if (stopped.getAsBoolean()) {
      throw new CancellationException(
          "The run was asked to stop: nothing more is read. Run it again to go on.");
    }
    return client;
  }

  @Override
  public ServerVersion version() {
    return unlessStopped().version();
  }

  @Override
  public Permissions permissions() {
    return unlessStopped().permissions();
  }

  @Override
  public Permissions permissions(String path) {
    return unlessStopped().permissions(path);
  }

  @Override
  public List<HostSummary> hosts() {
    return unlessStopped().hosts();
  }

  @Override
  public Cluster cluster() {
    return unlessStopped().cluster();
  }

  @Override
  public Host host(String name) {
    return unlessStopped().host(name);
  }

  @Override
  public Storage storage(String host, String name) {
    return unlessStopped().storage(host, name);
  }

  @Override
  public Vm vm(String host, int id) {
    return unlessStopped().vm(host, id);
  }

  @Override
  public Pools pools() {
    return unlessStopped().pools();
  }

  @Override
  public HighAvailability highAvailability() {
    return unlessStopped().highAvailability();
  }

  @Override
  public Access access() {
    return unlessStopped().access();
  }

  @Override
  public Hardware hardware(String host) {
    return unlessStopped().hardware(host);
  }

  @Override
  public Network network(String host) {
    return unlessStopped().network(host);
  }

  @Override
  public TaskHandle task(Upid upid) {
    return client.task(upid);
  }

  @Override
  public ClientCounters counters() {
    return client.counters();
  }

  @Override
  public Optional<ClockReading> clock() {
    return client.clock();
  }

  @Override
  public void close() {
    client.close();
  }
}
