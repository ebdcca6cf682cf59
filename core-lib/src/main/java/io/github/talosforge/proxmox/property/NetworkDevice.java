package io.github.talosforge.proxmox.property;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A network card ({@code net0} to {@code net31}).
 *
 * @param properties the property string behind it
 */
public record NetworkDevice(PropertyString properties) implements VmProperty {
  private static final List<String> MODELS =
      List.of(
          "e1000",
          "e1000-82540em",
          "e1000-82544gc",
          "e1000-82545em",
          "e1000e",
          "i82551",
          "i82557b",
          "i82559er",
          "ne2k_isa",
          "ne2k_pci",
          "pcnet",
          "rtl8139",
          "virtio",
          "vmxnet3");

  static final Grammar GRAMMAR =
      Grammar.of("net")
          .bare("model", ValueSyntax.TEXT, "virtio|e1000|e1000e|vmxnet3|rtl8139|…")
          .key("bridge", ValueSyntax.TEXT, "bridge or vnet")
          .flag("firewall", false)
          .flag("link_down", false)
          .key("macaddr", ValueSyntax.MAC)
          .key("mtu", ValueSyntax.INTEGER, "1 (as the bridge) to 65520")
          .key("queues", ValueSyntax.INTEGER, "0 to 64")
          .key("rate", ValueSyntax.NUMBER, "MB/s")
          .key("tag", ValueSyntax.INTEGER, "VLAN 1 to 4094")
          .key("trunks", ValueSyntax.RANGES, "VLAN[-VLAN][;…]")
          .pairedWith("macaddr", MODELS)
          .live("firewall", "link_down", "rate", "tag", "trunks")
          .otherDevice("model", "macaddr", "queues", "mtu")
          .build();

  /** Refuses a property string of another kind or one without a model. */
  public NetworkDevice {
    GRAMMAR.own(properties).required("model");
  }

  /**
   * Reads the value of {@code net}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static NetworkDevice parse(String text) {
    return new NetworkDevice(GRAMMAR.parse(text));
  }

  /**
   * Returns the emulated card, such as {@code virtio}.
   *
   * @return the value
   */
  public String model() {
    return properties.required("model");
  }

  /**
   * Returns the MAC address; without one Proxmox VE invents a new one at every update.
   *
   * @return the address in upper case, or nothing when it is not set
   */
  public Optional<String> macAddress() {
    return properties.text("macaddr").map(ValueSyntax.MAC::meaning);
  }

  /**
   * Returns a copy that says the MAC address; without one Proxmox VE invents a new one at every
   * update.
   *
   * @param value the new value
   * @return the changed copy
   */
  public NetworkDevice withMacAddress(String value) {
    return with("macaddr", value);
  }

  /**
   * Returns the bridge or SDN vnet that the card is plugged into.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> bridge() {
    return properties.text("bridge");
  }

  /**
   * Returns a copy that says the bridge or SDN vnet that the card is plugged into.
   *
   * @param value the new value
   * @return the changed copy
   */
  public NetworkDevice withBridge(String value) {
    return with("bridge", value);
  }

  /**
   * Returns whether the firewall of Proxmox VE filters this card.
   *
   * @return true if so
   */
  public boolean firewall() {
    return properties.flag("firewall");
  }

  /**
   * Returns a copy that says whether the firewall of Proxmox VE filters this card.
   *
   * @param value the new value
   * @return the changed copy
   */
  public NetworkDevice withFirewall(boolean value) {
    return with("firewall", FlagText.write(value));
  }

  /**
   * Returns whether the cable is pulled.
   *
   * @return true if so
   */
  public boolean linkDown() {
    return properties.flag("link_down");
  }

  /**
   * Returns a copy that says whether the cable is pulled.
   *
   * @param value the new value
   * @return the changed copy
   */
  public NetworkDevice withLinkDown(boolean value) {
    return with("link_down", FlagText.write(value));
  }

  /**
   * Returns the MTU, where 1 means that of the bridge.
   *
   * @return the value, or nothing when it is not set
   */
  public OptionalInt mtu() {
    return properties.integer("mtu");
  }

  /**
   * Returns a copy that says the MTU, where 1 means that of the bridge.
   *
   * @param value the new value
   * @return the changed copy
   */
  public NetworkDevice withMtu(int value) {
    return with("mtu", Integer.toString(value));
  }

  /**
   * Returns the number of packet queues.
   *
   * @return the value, or nothing when it is not set
   */
  public OptionalInt queues() {
    return properties.integer("queues");
  }

  /**
   * Returns a copy that says the number of packet queues.
   *
   * @param value the new value
   * @return the changed copy
   */
  public NetworkDevice withQueues(int value) {
    return with("queues", Integer.toString(value));
  }

  /**
   * Returns the rate limit in MB/s.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<BigDecimal> rate() {
    return properties.number("rate");
  }

  /**
   * Returns a copy that says the rate limit in MB/s.
   *
   * @param value the new value
   * @return the changed copy
   */
  public NetworkDevice withRate(BigDecimal value) {
    return with("rate", value.toPlainString());
  }

  /**
   * Returns the VLAN tag.
   *
   * @return the value, or nothing when it is not set
   */
  public OptionalInt vlan() {
    return properties.integer("tag");
  }

  /**
   * Returns a copy that says the VLAN tag.
   *
   * @param value the new value
   * @return the changed copy
   */
  public NetworkDevice withVlan(int value) {
    return with("tag", Integer.toString(value));
  }

  /**
   * Returns the VLANs that pass through.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> trunks() {
    return properties.text("trunks");
  }

  /**
   * Returns a copy that says the VLANs that pass through.
   *
   * @param value the new value
   * @return the changed copy
   */
  public NetworkDevice withTrunks(String value) {
    return with("trunks", value);
  }

  /**
   * Returns a card without any setting.
   *
   * @param model the emulated card
   * @return the new value
   */
  public static NetworkDevice ofModel(String model) {
    return parse(model);
  }

  private NetworkDevice with(String key, String value) {
    return new NetworkDevice(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
