package io.github.talosforge.proxmox.property;

import java.util.Optional;

/**
 * The chipset of the guest ({@code machine}).
 *
 * @param properties the property string behind it
 */
public record MachineType(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("machine")
          .bare("type", ValueSyntax.TEXT, "q35|pc|pc-q35-9.2+pve1|virt|…")
          .key("aw-bits", ValueSyntax.NUMBER)
          .keys(ValueSyntax.FLAG, "enable-s3", "enable-s4")
          .key("viommu", ValueSyntax.TEXT, "intel|virtio")
          .build();

  /** Refuses a property string of another kind. */
  public MachineType {
    GRAMMAR.own(properties);
  }

  /**
   * Reads the value of {@code machine}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static MachineType parse(String text) {
    return new MachineType(GRAMMAR.parse(text));
  }

  /**
   * Returns the chipset, with a version when it is pinned.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> type() {
    return properties.text("type");
  }

  /**
   * Returns a copy that says the chipset, with a version when it is pinned.
   *
   * @param value the new value
   * @return the changed copy
   */
  public MachineType withType(String value) {
    return with("type", value);
  }

  /**
   * Returns the virtual IOMMU.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> iommu() {
    return properties.text("viommu");
  }

  /**
   * Returns a copy that says the virtual IOMMU.
   *
   * @param value the new value
   * @return the changed copy
   */
  public MachineType withIommu(String value) {
    return with("viommu", value);
  }

  /**
   * Returns a chipset without further settings.
   *
   * @param type for example {@code q35}
   * @return the new value
   */
  public static MachineType of(String type) {
    return parse(type);
  }

  private MachineType with(String key, String value) {
    return new MachineType(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
