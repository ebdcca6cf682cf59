package io.github.talosforge.proxmox;

import java.util.List;
import java.util.Optional;

/**
 * A name for devices, which may be different ones on each host.
 *
 * @param name its name
 * @param devices the devices, each as {@code node=…,path=…,id=vvvv:dddd}
 * @param mediated whether the devices are split into mediated devices
 * @param description a note on it
 * @param problems what Proxmox VE finds wrong with it on the host that was asked
 */
public record PciMapping(
    String name,
    List<String> devices,
    boolean mediated,
    Optional<String> description,
    List<String> problems) {
  /** Copies the lists. */
  public PciMapping {
    devices = List.copyOf(devices);
    problems = List.copyOf(problems);
  }

  /**
   * Describes a mapping.
   *
   * @param name its name
   * @param devices the devices, each as {@code node=…,path=…,id=vvvv:dddd}
   * @return the mapping
   */
  public static PciMapping of(String name, List<String> devices) {
    return new PciMapping(name, devices, false, Optional.empty(), List.of());
  }
}
