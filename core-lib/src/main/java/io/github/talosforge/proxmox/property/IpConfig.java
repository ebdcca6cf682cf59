package io.github.talosforge.proxmox.property;

import java.util.Optional;

/**
 * The addresses that cloud-init gives to a card ({@code ipconfig0} to {@code ipconfig31}).
 *
 * @param properties the property string behind it
 */
public record IpConfig(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("ipconfig")
          .key("ip", ValueSyntax.ADDRESS, "IPv4/CIDR|dhcp")
          .key("gw", ValueSyntax.ADDRESS, "IPv4, needs ip")
          .key("ip6", ValueSyntax.ADDRESS, "IPv6/CIDR|auto|dhcp")
          .key("gw6", ValueSyntax.ADDRESS, "IPv6, needs ip6")
          .build();

  /** Refuses a property string of another kind. */
  public IpConfig {
    GRAMMAR.own(properties);
  }

  /**
   * Reads the value of {@code ipconfig}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static IpConfig parse(String text) {
    return new IpConfig(GRAMMAR.parse(text));
  }

  /**
   * Returns the IPv4 address with its prefix length, or {@code dhcp}.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> address() {
    return properties.text("ip");
  }

  /**
   * Returns a copy that says the IPv4 address with its prefix length, or {@code dhcp}.
   *
   * @param value the new value
   * @return the changed copy
   */
  public IpConfig withAddress(String value) {
    return with("ip", value);
  }

  /**
   * Returns the IPv4 gateway.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> gateway() {
    return properties.text("gw");
  }

  /**
   * Returns a copy that says the IPv4 gateway.
   *
   * @param value the new value
   * @return the changed copy
   */
  public IpConfig withGateway(String value) {
    return with("gw", value);
  }

  /**
   * Returns the IPv6 address with its prefix length, {@code auto} or {@code dhcp}.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> address6() {
    return properties.text("ip6");
  }

  /**
   * Returns a copy that says the IPv6 address with its prefix length, {@code auto} or {@code dhcp}.
   *
   * @param value the new value
   * @return the changed copy
   */
  public IpConfig withAddress6(String value) {
    return with("ip6", value);
  }

  /**
   * Returns the IPv6 gateway.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> gateway6() {
    return properties.text("gw6");
  }

  /**
   * Returns a copy that says the IPv6 gateway.
   *
   * @param value the new value
   * @return the changed copy
   */
  public IpConfig withGateway6(String value) {
    return with("gw6", value);
  }

  /**
   * Returns a configuration without addresses.
   *
   * @return the new value
   */
  public static IpConfig none() {
    return parse("");
  }

  private IpConfig with(String key, String value) {
    return new IpConfig(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
