package io.github.talosforge.proxmox.property;

import java.util.List;
import java.util.Optional;

/**
 * The devices that the guest boots from ({@code boot}).
 *
 * @param properties the property string behind it
 */
public record BootOrder(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("boot")
          .bare("legacy", ValueSyntax.TEXT, "[acdn]{1,4}, deprecated")
          .key("order", ValueSyntax.LIST, "device[;device…]")
          .build();

  /** Refuses a property string of another kind. */
  public BootOrder {
    GRAMMAR.own(properties);
  }

  /**
   * Reads the value of {@code boot}; of a VM that boots from nothing it is blank.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static BootOrder parse(String text) {
    return new BootOrder(GRAMMAR.parse(text));
  }

  /**
   * Returns the configuration keys of the devices, the first first.
   *
   * @return the value in its order
   */
  public List<String> devices() {
    return properties.items("order");
  }

  /**
   * Returns the deprecated letters for kinds of devices.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> legacy() {
    return properties.text("legacy");
  }

  /**
   * Returns a boot order.
   *
   * @param devices configuration keys such as {@code scsi0}, the first first
   * @return the new value
   */
  public static BootOrder of(List<String> devices) {
    String order = devices.isEmpty() ? null : String.join(";", devices);
    return new BootOrder(GRAMMAR.parse("").with("order", order));
  }

  @Override
  public String toString() {
    return text();
  }
}
