package io.github.talosforge.simulator.world;

import org.jspecify.annotations.Nullable;

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
 * @param subsystem the numbers of the board's vendor and of the board, for example {@code
 *     0x1458:0x4073}; null where the device tells none
 */
public record PciDevice(
    String id,
    String vendor,
    String device,
    String type,
    int iommuGroup,
    String vendorName,
    String deviceName,
    @Nullable String subsystem) {
  /**
   * A device that tells nothing of its board.
   *
   * @param id the address
   * @param vendor the vendor id
   * @param device the device id
   * @param type the class
   * @param iommuGroup the IOMMU group
   * @param vendorName the vendor's name
   * @param deviceName the device's name
   */
  public PciDevice(
      String id,
      String vendor,
      String device,
      String type,
      int iommuGroup,
      String vendorName,
      String deviceName) {
    this(id, vendor, device, type, iommuGroup, vendorName, deviceName, null);
  }

  /**
   * The same device on a board.
   *
   * @param board the numbers of the board's vendor and of the board
   * @return the device
   */
  public PciDevice on(String board) {
    return new PciDevice(id, vendor, device, type, iommuGroup, vendorName, deviceName, board);
  }
}
