package io.github.talosforge.proxmox.property;

import java.util.Optional;

/**
 * The state of the trusted platform module ({@code tpmstate0}).
 *
 * @param properties the property string behind it
 */
public record TpmState(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("tpmstate")
          .bare("file", ValueSyntax.TEXT, "volume")
          .alias("volume", "file")
          .key("format", ValueSyntax.TEXT, "raw|qcow2|vmdk")
          .key("import-from", ValueSyntax.TEXT, "source volume")
          .informational("size", ValueSyntax.SIZE)
          .key("version", ValueSyntax.TEXT, "v1.2|v2.0")
          .absentMeans("version", "v1.2")
          .build();

  /** Refuses a property string of another kind or one that lacks what it needs. */
  public TpmState {
    GRAMMAR.own(properties).required("file");
  }

  /**
   * Reads the value of {@code tpmstate}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static TpmState parse(String text) {
    return new TpmState(GRAMMAR.parse(text));
  }

  /**
   * Returns the version of the module, which can never be changed.
   *
   * @return the value
   */
  public String version() {
    return properties.required("version");
  }

  /**
   * Returns a copy that says the version of the module, which can never be changed.
   *
   * @param value the new value
   * @return the changed copy
   */
  public TpmState withVersion(String value) {
    return with("version", value);
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
  public TpmState withVolume(Volume volume) {
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
   * Returns a module of the default version.
   *
   * @param volume the volume, or the request to make one
   * @return the new value
   */
  public static TpmState on(Volume volume) {
    return parse(volume.text());
  }

  private TpmState with(String key, String value) {
    return new TpmState(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
