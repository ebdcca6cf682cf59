package io.github.talosforge.proxmox.property;

/**
 * A CD-ROM drive with an image, with the drive of the host, or empty.
 *
 * @param bus the bus that it is attached to
 * @param properties the property string behind it
 */
public record CdRom(DriveBus bus, PropertyString properties) implements Drive {
  /** Refuses a property string of another kind or one without an image. */
  public CdRom {
    DriveGrammar.ofCdRom(bus).own(properties).required("file");
  }

  /**
   * Returns a drive that holds an image.
   *
   * @param bus the bus that it is attached to
   * @param image for example {@code local:iso/talos.iso}
   * @return the drive
   */
  public static CdRom holding(DriveBus bus, Volume image) {
    return new CdRom(bus, DriveGrammar.ofCdRom(bus).parse(image.text() + ",media=cdrom"));
  }

  /**
   * Returns a drive without a medium.
   *
   * @param bus the bus that it is attached to
   * @return the drive
   */
  public static CdRom empty(DriveBus bus) {
    return holding(bus, new Volume("none"));
  }

  @Override
  public String toString() {
    return text();
  }
}
