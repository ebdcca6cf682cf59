package io.github.talosforge.proxmox.property;

import java.util.List;
import java.util.Optional;

/**
 * A PCI device handed to the guest ({@code hostpci0} to {@code hostpci15}).
 *
 * @param properties the property string behind it
 */
public record PassedThroughDevice(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("hostpci")
          .bare("host", ValueSyntax.PCI, "[dddd:]bb:dd[.f][;…]")
          .key("mapping", ValueSyntax.TEXT, "mapping")
          .flag("pcie", false)
          .flag("rombar", true)
          .key("romfile", ValueSyntax.TEXT, "file")
          .flag("x-vga", false)
          .key("mdev", ValueSyntax.TEXT, "mediated device")
          .flag("legacy-igd", false)
          .keys(ValueSyntax.HEX, "vendor-id", "device-id", "sub-vendor-id", "sub-device-id")
          .key("driver", ValueSyntax.TEXT, "vfio|keep")
          .absentMeans("driver", "vfio")
          .build();

  /** Refuses a property string of another kind. */
  public PassedThroughDevice {
    GRAMMAR.own(properties);
  }

  /**
   * Reads the value of {@code hostpci}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static PassedThroughDevice parse(String text) {
    return new PassedThroughDevice(GRAMMAR.parse(text));
  }

  /**
   * Returns the addresses on the host; only {@code root@pam} may set them.
   *
   * @return the value in its order
   */
  public List<String> host() {
    return properties.items("host");
  }

  /**
   * Returns the resource mapping that names the device on each host.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> mapping() {
    return properties.text("mapping");
  }

  /**
   * Returns a copy that says the resource mapping that names the device on each host.
   *
   * @param value the new value
   * @return the changed copy
   */
  public PassedThroughDevice withMapping(String value) {
    return with("mapping", value);
  }

  /**
   * Returns whether the guest sees a PCI Express port, which needs machine type q35.
   *
   * @return true if so
   */
  public boolean pcie() {
    return properties.flag("pcie");
  }

  /**
   * Returns a copy that says whether the guest sees a PCI Express port, which needs machine type
   * q35.
   *
   * @param value the new value
   * @return the changed copy
   */
  public PassedThroughDevice withPcie(boolean value) {
    return with("pcie", FlagText.write(value));
  }

  /**
   * Returns whether the ROM of the device is visible to the guest.
   *
   * @return true if so
   */
  public boolean romBar() {
    return properties.flag("rombar");
  }

  /**
   * Returns a copy that says whether the ROM of the device is visible to the guest.
   *
   * @param value the new value
   * @return the changed copy
   */
  public PassedThroughDevice withRomBar(boolean value) {
    return with("rombar", FlagText.write(value));
  }

  /**
   * Returns whether the device is the primary graphics card.
   *
   * @return true if so
   */
  public boolean primaryGraphics() {
    return properties.flag("x-vga");
  }

  /**
   * Returns a copy that says whether the device is the primary graphics card.
   *
   * @param value the new value
   * @return the changed copy
   */
  public PassedThroughDevice withPrimaryGraphics(boolean value) {
    return with("x-vga", FlagText.write(value));
  }

  /**
   * Returns the type of mediated device to create.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> mediatedDevice() {
    return properties.text("mdev");
  }

  /**
   * Returns a copy that says the type of mediated device to create.
   *
   * @param value the new value
   * @return the changed copy
   */
  public PassedThroughDevice withMediatedDevice(String value) {
    return with("mdev", value);
  }

  /**
   * Returns the device that a resource mapping names.
   *
   * @param mapping the name of the mapping
   * @return the new value
   */
  public static PassedThroughDevice mapped(String mapping) {
    return parse("mapping=" + mapping);
  }

  /**
   * Returns the device at an address of the host.
   *
   * @param host for example {@code 0000:01:00.0}
   * @return the new value
   */
  public static PassedThroughDevice at(String host) {
    return parse(host);
  }

  private PassedThroughDevice with(String key, String value) {
    return new PassedThroughDevice(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
