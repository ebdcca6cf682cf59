package io.github.talosforge.simulator.world;

import java.util.List;

/**
 * A host of the cluster.
 *
 * @param name its name
 * @param id its number in the cluster, from 1
 * @param address its address
 * @param online whether it is up
 * @param cores its logical CPUs
 * @param memory its memory in bytes
 * @param bridges its Linux bridges
 * @param devices its PCI devices
 */
public record Host(
    String name,
    int id,
    String address,
    boolean online,
    int cores,
    long memory,
    List<Bridge> bridges,
    List<PciDevice> devices) {
  /** Copies the lists. */
  public Host {
    bridges = List.copyOf(bridges);
    devices = List.copyOf(devices);
  }

  /**
   * An ordinary host: 16 CPUs, 64 GiB, one bridge {@code vmbr0}.
   *
   * @param name its name
   * @param id its number from 1
   * @return the host
   */
  public static Host ordinary(String name, int id) {
    return new Host(
        name,
        id,
        "192.168.1." + (10 + id),
        true,
        16,
        64L << 30,
        List.of(Bridge.ordinary("vmbr0")),
        List.of());
  }

  /**
   * The same host up or down.
   *
   * @param now whether it is up
   * @return the host
   */
  public Host withOnline(boolean now) {
    return new Host(name, id, address, now, cores, memory, bridges, devices);
  }

  /**
   * The same host with other devices.
   *
   * @param other the devices
   * @return the host
   */
  public Host withDevices(List<PciDevice> other) {
    return new Host(name, id, address, online, cores, memory, bridges, other);
  }

  /**
   * The same host with other bridges.
   *
   * @param other the bridges
   * @return the host
   */
  public Host withBridges(List<Bridge> other) {
    return new Host(name, id, address, online, cores, memory, other, devices);
  }
}
