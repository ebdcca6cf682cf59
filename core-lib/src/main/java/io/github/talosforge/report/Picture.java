package io.github.talosforge.report;

import java.util.List;
import java.util.Optional;

/**
 * A cluster to be drawn.
 *
 * @param network the subnet that its machines share
 * @param hosts the hypervisors with the machines on them
 */
public record Picture(Network network, List<Host> hosts) {
  /** Keeps an own copy of the list. */
  public Picture {
    hosts = List.copyOf(hosts);
  }

  /**
   * The subnet that the machines share.
   *
   * @param cidr its addresses
   * @param gateway the default route
   * @param vip the address that the control planes share
   */
  public record Network(String cidr, Optional<String> gateway, Optional<String> vip) {}

  /**
   * A hypervisor.
   *
   * @param name its name
   * @param machines the machines on it
   */
  public record Host(String name, List<Machine> machines) {
    /** Keeps an own copy of the list. */
    public Host {
      machines = List.copyOf(machines);
    }
  }
}
