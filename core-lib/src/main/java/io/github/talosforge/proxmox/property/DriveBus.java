package io.github.talosforge.proxmox.property;

/** The buses that drives are attached to. */
public enum DriveBus {
  /** Virtio SCSI and the older controllers: {@code scsi0} to {@code scsi30}. */
  SCSI("scsi", 30),
  /** Virtio block: {@code virtio0} to {@code virtio15}. */
  VIRTIO("virtio", 15),
  /** SATA: {@code sata0} to {@code sata5}. */
  SATA("sata", 5),
  /** IDE: {@code ide0} to {@code ide3}. */
  IDE("ide", 3);

  private final String prefix;
  private final int highestIndex;

  DriveBus(String prefix, int highestIndex) {
    this.prefix = prefix;
    this.highestIndex = highestIndex;
  }

  /**
   * Returns how configuration keys of this bus begin.
   *
   * @return for example {@code scsi}
   */
  public String prefix() {
    return prefix;
  }

  /**
   * Returns the highest number of a drive on this bus.
   *
   * @return for example 30
   */
  public int highestIndex() {
    return highestIndex;
  }
}
