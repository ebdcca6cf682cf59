package io.github.talosforge.proxmox;

import java.util.List;

/** The PCI devices of a host and the mappings that let VMs use them without root rights. */
public interface Hardware {
  /**
   * Lists the devices of the host, without memory controllers, bridges and processors.
   *
   * @return the devices
   */
  List<PciDevice> pciDevices();

  /**
   * Lists the mappings of the cluster.
   *
   * @return the mappings that the client may see, checked against this host
   */
  List<PciMapping> mappings();

  /**
   * Creates a mapping.
   *
   * @param mapping the mapping
   */
  void createMapping(PciMapping mapping);

  /**
   * Changes a mapping.
   *
   * @param mapping the mapping
   */
  void updateMapping(PciMapping mapping);

  /**
   * Deletes a mapping.
   *
   * @param name its name
   */
  void deleteMapping(String name);
}
