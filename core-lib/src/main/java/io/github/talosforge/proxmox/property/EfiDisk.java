package io.github.talosforge.proxmox.property;

import java.util.Optional;

/**
 * The disk for the EFI variables ({@code efidisk0}).
 *
 * @param properties the property string behind it
 */
public record EfiDisk(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("efidisk")
          .bare("file", ValueSyntax.TEXT, "volume")
          .alias("volume", "file")
          .key("efitype", ValueSyntax.TEXT, "2m|4m")
          .absentMeans("efitype", "2m")
          .key("format", ValueSyntax.TEXT, "raw|qcow2|vmdk")
          .key("import-from", ValueSyntax.TEXT, "source volume")
          .informational("ms-cert", ValueSyntax.TEXT)
          .flag("pre-enrolled-keys", false)
          .informational("size", ValueSyntax.SIZE)
          .build();

  /** Refuses a property string of another kind or one that lacks what it needs. */
  public EfiDisk {
    GRAMMAR.own(properties).required("file");
  }

  /**
   * Reads the value of {@code efidisk}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static EfiDisk parse(String text) {
    return new EfiDisk(GRAMMAR.parse(text));
  }

  /**
   * Returns the size and kind of the variable store, {@code 2m} or {@code 4m}.
   *
   * @return the value
   */
  public String type() {
    return properties.required("efitype");
  }

  /**
   * Returns a copy that says the size and kind of the variable store, {@code 2m} or {@code 4m}.
   *
   * @param value the new value
   * @return the changed copy
   */
  public EfiDisk withType(String value) {
    return with("efitype", value);
  }

  /**
   * Returns whether the keys of distributions and Microsoft are enrolled from the start.
   *
   * @return true if so
   */
  public boolean preEnrolledKeys() {
    return properties.flag("pre-enrolled-keys");
  }

  /**
   * Returns a copy that says whether the keys of distributions and Microsoft are enrolled from the
   * start.
   *
   * @param value the new value
   * @return the changed copy
   */
  public EfiDisk withPreEnrolledKeys(boolean value) {
    return with("pre-enrolled-keys", FlagText.write(value));
  }

  /**
   * Returns the volume, or the request to make one.
   *
   * @return the value of {@code file}
   */
  public Volume volume() {
    return Volume.parse(properties.required("file"));
  }

  /**
   * Returns a copy on another volume.
   *
   * @param volume the volume
   * @return the changed copy
   */
  public EfiDisk withVolume(Volume volume) {
    return with("file", volume.text());
  }

  /**
   * Returns the size that Proxmox VE reports; what a caller sends is ignored.
   *
   * @return the size, or nothing when it is not reported
   */
  public Optional<DiskSize> size() {
    return properties.text("size").map(DiskSize::parse);
  }

  /**
   * Returns an EFI disk with all settings at their defaults.
   *
   * @param volume the volume, or the request to make one
   * @return the new value
   */
  public static EfiDisk on(Volume volume) {
    return parse(volume.text());
  }

  private EfiDisk with(String key, String value) {
    return new EfiDisk(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
