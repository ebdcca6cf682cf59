package io.github.talosforge.proxmox.property;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A disk ({@code scsi0}, {@code virtio0}, {@code sata0}, {@code ide0} and so on).
 *
 * @param bus the bus that it is attached to
 * @param properties the property string behind it
 */
public record Disk(DriveBus bus, PropertyString properties) implements Drive {
  private static final Pattern LIMIT =
      Pattern.compile("(mbps|bps|iops)(_rd|_wr)?(_max|_max_length)?");

  /** Refuses a property string of another kind or one without a volume. */
  public Disk {
    DriveGrammar.ofDisk(bus).own(properties).required("file");
  }

  /**
   * Reads a disk.
   *
   * @param bus the bus that its configuration key names
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static Disk parse(DriveBus bus, String text) {
    return new Disk(bus, DriveGrammar.ofDisk(bus).parse(text));
  }

  /**
   * Returns a disk with all settings at their defaults.
   *
   * @param bus the bus that it is attached to
   * @param volume the volume, or the request to make one
   * @return the disk
   */
  public static Disk on(DriveBus bus, Volume volume) {
    return parse(bus, volume.text());
  }

  /**
   * Returns a disk that is made by copying an image; it becomes as large as the image.
   *
   * @param bus the bus that it is attached to
   * @param storage the storage for the disk
   * @param source the image, on a storage that serves disk images or imports
   * @return the disk
   */
  public static Disk importing(DriveBus bus, String storage, Volume source) {
    return on(bus, Volume.allocate(storage, 0)).withImportFrom(source.text());
  }

  /**
   * Returns a copy on another volume.
   *
   * @param volume the volume
   * @return the changed copy
   */
  public Disk withVolume(Volume volume) {
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
   * Returns the limits of throughput, by their key such as {@code iops_rd_max}.
   *
   * @return the limits that are set
   */
  public Map<String, BigDecimal> limits() {
    Map<String, BigDecimal> limits = new TreeMap<>();
    properties
        .values()
        .forEach(
            (key, value) -> {
              if (LIMIT.matcher(key).matches()) {
                limits.put(key, new BigDecimal(value));
              }
            });
    return limits;
  }

  /**
   * Returns a copy with a limit of throughput.
   *
   * @param key for example {@code mbps_wr}
   * @param value the limit
   * @return the changed copy
   */
  public Disk withLimit(String key, BigDecimal value) {
    if (!LIMIT.matcher(key).matches()) {
      throw DriveGrammar.ofDisk(bus).fault(key, "is no limit of throughput");
    }
    return with(key, value.toPlainString());
  }

  /**
   * Returns the format of the image.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> format() {
    return properties.text("format");
  }

  /**
   * Returns a copy that says the format of the image.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Disk withFormat(String value) {
    return with("format", value);
  }

  /**
   * Returns the cache mode of the host.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> cache() {
    return properties.text("cache");
  }

  /**
   * Returns a copy that says the cache mode of the host.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Disk withCache(String value) {
    return with("cache", value);
  }

  /**
   * Returns the kind of asynchronous input and output.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> aio() {
    return properties.text("aio");
  }

  /**
   * Returns a copy that says the kind of asynchronous input and output.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Disk withAio(String value) {
    return with("aio", value);
  }

  /**
   * Returns whether freed blocks are returned to the storage.
   *
   * @return true if so
   */
  public boolean discard() {
    return properties.required("discard").equals("on");
  }

  /**
   * Returns a copy that says whether freed blocks are returned to the storage.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Disk withDiscard(boolean value) {
    return with("discard", value ? "on" : "ignore");
  }

  /**
   * Returns whether the guest sees a solid-state disk.
   *
   * @return true if so
   */
  public boolean ssd() {
    return properties.flag("ssd");
  }

  /**
   * Returns a copy that says whether the guest sees a solid-state disk.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Disk withSsd(boolean value) {
    return with("ssd", FlagText.write(value));
  }

  /**
   * Returns whether the disk has a thread of its own.
   *
   * @return true if so
   */
  public boolean ioThread() {
    return properties.flag("iothread");
  }

  /**
   * Returns a copy that says whether the disk has a thread of its own.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Disk withIoThread(boolean value) {
    return with("iothread", FlagText.write(value));
  }

  /**
   * Returns whether backups include the disk.
   *
   * @return true if so
   */
  public boolean backup() {
    return properties.flag("backup");
  }

  /**
   * Returns a copy that says whether backups include the disk.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Disk withBackup(boolean value) {
    return with("backup", FlagText.write(value));
  }

  /**
   * Returns whether replication includes the disk.
   *
   * @return true if so
   */
  public boolean replicate() {
    return properties.flag("replicate");
  }

  /**
   * Returns a copy that says whether replication includes the disk.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Disk withReplicate(boolean value) {
    return with("replicate", FlagText.write(value));
  }

  /**
   * Returns whether the guest may only read.
   *
   * @return true if so
   */
  public boolean readOnly() {
    return properties.flag("ro");
  }

  /**
   * Returns a copy that says whether the guest may only read.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Disk withReadOnly(boolean value) {
    return with("ro", FlagText.write(value));
  }

  /**
   * Returns the serial number that the guest sees.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> serial() {
    return properties.text("serial");
  }

  /**
   * Returns a copy that says the serial number that the guest sees.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Disk withSerial(String value) {
    return with("serial", value);
  }

  /**
   * Returns the world wide name that the guest sees.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> wwn() {
    return properties.text("wwn");
  }

  /**
   * Returns a copy that says the world wide name that the guest sees.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Disk withWwn(String value) {
    return with("wwn", value);
  }

  /**
   * Returns the volume that a new disk is copied from.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> importFrom() {
    return properties.text("import-from");
  }

  /**
   * Returns a copy that says the volume that a new disk is copied from.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Disk withImportFrom(String value) {
    return with("import-from", value);
  }

  private Disk with(String key, String value) {
    return new Disk(bus, properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
