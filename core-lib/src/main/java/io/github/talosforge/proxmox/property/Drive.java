package io.github.talosforge.proxmox.property;

import java.util.regex.Pattern;

/** Whatever is attached to a bus: a disk, a CD-ROM drive or the cloud-init drive. */
public sealed interface Drive extends VmProperty permits Disk, CdRom, CloudInitDrive {
  /** The name of a cloud-init volume, or the word that asks for one. */
  Pattern CLOUD_INIT = Pattern.compile("(?:.*/)?(?:vm-\\d+-)?cloudinit(?:\\.\\w+)?");

  /**
   * Reads a drive and tells of which kind it is.
   *
   * @param bus the bus that its configuration key names
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  static Drive parse(DriveBus bus, String text) {
    PropertyString disk = DriveGrammar.ofDisk(bus).parse(text);
    Volume volume = Volume.parse(disk.required("file"));
    if (volume.storage().isPresent() && CLOUD_INIT.matcher(volume.name()).matches()) {
      return new CloudInitDrive(bus, DriveGrammar.ofCdRom(bus).parse(text));
    }
    boolean word = volume.text().equals("none") || volume.text().equals("cdrom");
    return word || disk.required("media").equals("cdrom")
        ? new CdRom(bus, DriveGrammar.ofCdRom(bus).parse(text))
        : new Disk(bus, disk);
  }

  /**
   * Returns the bus.
   *
   * @return the bus that the drive is attached to
   */
  DriveBus bus();

  /**
   * Returns the volume, or the request to make one.
   *
   * @return the value of {@code file}
   */
  default Volume volume() {
    return Volume.parse(properties().required("file"));
  }
}
