package io.github.talosforge.simulator.talos;

import java.net.InetSocketAddress;
import java.util.Optional;

/** Leads from an address of the simulated network to a socket of this machine. */
public interface Reachability {
  /**
   * Who answers at a simulated address.
   *
   * @param address an IP address or a name that stands in a machine config
   * @param port the port, for example 50000 or 6443
   * @return the loopback socket behind it, or empty when nobody answers there right now
   */
  Optional<InetSocketAddress> loopback(String address, int port);
}
