package io.github.talosforge.proxmox.property;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The drive on which Proxmox VE writes cloud-init data; the request for one equals the one that was
 * made from it, as only the storage matters.
 *
 * @param bus the bus that it is attached to
 * @param properties the property string behind it
 */
public record CloudInitDrive(DriveBus bus, PropertyString properties) implements Drive {
  /** Refuses a property string of another kind or one without a volume. */
  public CloudInitDrive {
    DriveGrammar.ofCdRom(bus).own(properties).required("file");
  }

  /**
   * Returns the request for a cloud-init drive.
   *
   * @param bus the bus that it is attached to
   * @param storage the storage for its small volume
   * @return the drive
   */
  public static CloudInitDrive on(DriveBus bus, String storage) {
    return new CloudInitDrive(bus, DriveGrammar.ofCdRom(bus).parse(storage + ":cloudinit"));
  }

  /**
   * Returns the storage that holds the drive.
   *
   * @return its name
   */
  public String storage() {
    return volume().storage().orElseThrow();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CloudInitDrive that
        && bus == that.bus
        && meaning().equals(that.meaning());
  }

  @Override
  public int hashCode() {
    return meaning().hashCode();
  }

  @Override
  public String toString() {
    return text();
  }

  private Map<String, String> meaning() {
    Map<String, String> meaning = new TreeMap<>(properties.meaning());
    meaning.put("file", storage());
    meaning.remove("format");
    return meaning;
  }
}
