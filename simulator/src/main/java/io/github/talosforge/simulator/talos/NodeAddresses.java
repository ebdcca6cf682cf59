package io.github.talosforge.simulator.talos;

import io.github.talosforge.simulator.world.Troubles;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Comparator;
import java.util.Optional;

/** Which node answers at an address, and where that is on loopback. */
final class NodeAddresses {
  private static final int API_PORT = 50000;
  private static final int KUBERNETES_PORT = 6443;
  private static final int HTTPS_PORT = 443;

  private final Talos talos;

  NodeAddresses(Talos talos) {
    this.talos = talos;
  }

  /** The node that answers at an address; of several the one that booted last. */
  Optional<Machine> at(String address) {
    return talos.machines().stream()
        .filter(machine -> machine.answers() && holds(machine, address))
        .max(Comparator.comparing(Machine::bootedAt));
  }

  private boolean holds(Machine machine, String address) {
    return talos.network().addresses(machine).contains(address) || talos.shares(machine, address);
  }

  Optional<InetSocketAddress> loopback(String address, int port) {
    return port == API_PORT ? api(address) : kubernetes(address, port);
  }

  private Optional<InetSocketAddress> api(String address) {
    return at(address).filter(this::isReachable).map(Machine::door).map(Doors.Door::address);
  }

  private boolean isReachable(Machine machine) {
    return !talos.world().troubles().has(machine.vmid(), Troubles.Trouble.CUT_OFF);
  }

  private Optional<InetSocketAddress> kubernetes(String address, int port) {
    return talos.machines().stream()
        .filter(machine -> isReachable(machine) && serves(machine, address, port))
        .flatMap(machine -> Optional.ofNullable(machine.apiServer()).stream())
        .map(ApiServers.Listening::address)
        .findFirst();
  }

  private boolean serves(Machine machine, String address, int port) {
    return machine
        .config()
        .filter(config -> serves(machine, URI.create(config.endpoint()), address, port))
        .isPresent();
  }

  private boolean serves(Machine machine, URI endpoint, String address, int port) {
    int endpointPort = endpoint.getPort() < 0 ? HTTPS_PORT : endpoint.getPort();
    boolean named = address.equals(endpoint.getHost()) && !address.matches("[0-9.]+|.*:.*");
    return (port == KUBERNETES_PORT || port == endpointPort) && (named || holds(machine, address));
  }
}
