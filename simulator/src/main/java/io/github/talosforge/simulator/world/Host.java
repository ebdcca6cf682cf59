package io.github.talosforge.simulator.world;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
 * @param flags what its processors can do, in the kernel's words; null: what recent ones can
 */
public record Host(
    String name,
    int id,
    String address,
    boolean online,
    int cores,
    long memory,
    List<Bridge> bridges,
    List<PciDevice> devices,
    @Nullable String flags) {
  private static final String RECENT =
      "fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush mmx fxsr sse"
          + " sse2 ht syscall nx pdpe1gb rdtscp lm constant_tsc pni pclmulqdq vmx ssse3 fma cx16"
          + " sse4_1 sse4_2 x2apic movbe popcnt aes xsave avx f16c rdrand hypervisor lahf_lm abm"
          + " bmi1 avx2 bmi2 avx512f avx512dq avx512cd avx512bw avx512vl";

  /** Copies the lists. */
  public Host {
    bridges = List.copyOf(bridges);
    devices = List.copyOf(devices);
  }

  /** A host with recent processors. */
  public Host(
      String name,
      int id,
      String address,
      boolean online,
      int cores,
      long memory,
      List<Bridge> bridges,
      List<PciDevice> devices) {
    this(name, id, address, online, cores, memory, bridges, devices, null);
  }

  /**
   * What its processors can do.
   *
   * @return the flags, with blanks between
   */
  public String processorFlags() {
    return flags == null ? RECENT : flags;
  }

  /**
   * The same host with other processors.
   *
   * @param other what they can do
   * @return the host
   */
  public Host withFlags(String other) {
    return new Host(name, id, address, online, cores, memory, bridges, devices, other);
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
    return new Host(name, id, address, now, cores, memory, bridges, devices, flags);
  }

  /**
   * The same host with other devices.
   *
   * @param other the devices
   * @return the host
   */
  public Host withDevices(List<PciDevice> other) {
    return new Host(name, id, address, online, cores, memory, bridges, other, flags);
  }

  /**
   * The same host with other bridges.
   *
   * @param other the bridges
   * @return the host
   */
  public Host withBridges(List<Bridge> other) {
    return new Host(name, id, address, online, cores, memory, other, devices, flags);
  }
}
