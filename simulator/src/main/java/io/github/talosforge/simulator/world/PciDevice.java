package io.github.talosforge.simulator.world;

/**
 * A PCI device of a host.
 *
 * @param id the address, for example {@code 0000:01:00.0}
 * @param vendor the vendor id, for example {@code 0x10de}
 * @param device the device id
 * @param type the class, for example {@code 0x030000}
 * @param iommuGroup the IOMMU group, -1 without IOMMU
 * @param vendorName the vendor's name
 * @param deviceName the device's name
 */
public record PciDevice(
    String id,
    String vendor,
    String device,
    String type,
    int iommuGroup,
    String vendorName,
    String deviceName) {}
