package io.github.talosforge.model;

import java.util.Optional;

/**
 * A GPU passed through to a VM.
 *
 * @param device the device
 * @param pcie whether it is a PCI Express device in the guest
 * @param rombar whether the guest sees its ROM
 */
public record GpuSpec(Device device, boolean pcie, boolean rombar) {

  /** Which device is passed through. */
  public sealed interface Device {}

  /**
   * A resource mapping: works with an API token, and on every host that the mapping names.
   *
   * @param name the mapping's name
   */
  public record Mapping(String name) implements Device {}

  /**
   * A raw address: only {@code root@pam} may use one.
   *
   * @param address the address on the host
   */
  public record Address(PciAddress address) implements Device {}

  /** Returns the mapping's name, if the device is given by one. */
  public Optional<String> mapping() {
    return device instanceof Mapping mapping ? Optional.of(mapping.name()) : Optional.empty();
  }
}
