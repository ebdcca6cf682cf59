package io.github.talosforge.proxmox;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A PCI device of a host.
 *
 * @param address for example {@code 0000:01:00.0}
 * @param vendor the number of the vendor, such as {@code 0x10de}
 * @param device the number of the device
 * @param deviceClass the class of the device
 * @param iommuGroup the devices that can only be passed on together; absent without IOMMU
 * @param subsystem the numbers of the board's vendor and of the board, such as {@code 1458:4073}
 * @param mediated whether it can be split into mediated devices
 * @param vendorName the name of the vendor
 * @param deviceName the name of the device
 */
public record PciDevice(
    String address,
    String vendor,
    String device,
    String deviceClass,
    OptionalInt iommuGroup,
    Optional<String> subsystem,
    boolean mediated,
    Optional<String> vendorName,
    Optional<String> deviceName) {}
