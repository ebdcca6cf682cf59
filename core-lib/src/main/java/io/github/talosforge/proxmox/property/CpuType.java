package io.github.talosforge.proxmox.property;

import java.util.List;
import java.util.Optional;

/**
 * The processor that the guest sees ({@code cpu}).
 *
 * @param properties the property string behind it
 */
public record CpuType(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("cpu")
          .bare("cputype", ValueSyntax.TEXT, "host|x86-64-v2-AES|kvm64|custom-…")
          .absentMeans("cputype", "kvm64")
          .key("flags", ValueSyntax.SET, "+FLAG[;-FLAG…]")
          .key("guest-phys-bits", ValueSyntax.INTEGER)
          .flag("hidden", false)
          .key("hv-vendor-id", ValueSyntax.TEXT, "vendor")
          .key("phys-bits", ValueSyntax.TEXT, "8 to 64|host")
          .key("reported-model", ValueSyntax.TEXT, "model")
          .build();

  /** Refuses a property string of another kind. */
  public CpuType {
    GRAMMAR.own(properties);
  }

  /**
   * Reads the value of {@code cpu}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static CpuType parse(String text) {
    return new CpuType(GRAMMAR.parse(text));
  }

  /**
   * Returns the model, such as {@code host}.
   *
   * @return the value
   */
  public String type() {
    return properties.required("cputype");
  }

  /**
   * Returns a copy that says the model, such as {@code host}.
   *
   * @param value the new value
   * @return the changed copy
   */
  public CpuType withType(String value) {
    return with("cputype", value);
  }

  /**
   * Returns the features that are added or taken away, each with its sign.
   *
   * @return the value in its order
   */
  public List<String> flags() {
    return properties.items("flags");
  }

  /**
   * Returns a copy that says the features that are added or taken away, each with its sign.
   *
   * @param value the new value
   * @return the changed copy
   */
  public CpuType withFlags(List<String> value) {
    return with("flags", String.join(";", value));
  }

  /**
   * Returns whether the guest is not told that it is virtual.
   *
   * @return true if so
   */
  public boolean hidden() {
    return properties.flag("hidden");
  }

  /**
   * Returns a copy that says whether the guest is not told that it is virtual.
   *
   * @param value the new value
   * @return the changed copy
   */
  public CpuType withHidden(boolean value) {
    return with("hidden", FlagText.write(value));
  }

  /**
   * Returns the width of physical addresses.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> physicalBits() {
    return properties.text("phys-bits");
  }

  /**
   * Returns a copy that says the width of physical addresses.
   *
   * @param value the new value
   * @return the changed copy
   */
  public CpuType withPhysicalBits(String value) {
    return with("phys-bits", value);
  }

  /**
   * Returns a processor of a model without further settings.
   *
   * @param type the model, such as {@code host}
   * @return the new value
   */
  public static CpuType of(String type) {
    return parse(type);
  }

  private CpuType with(String key, String value) {
    return new CpuType(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
