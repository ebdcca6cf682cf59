package io.github.talosforge.proxmox.property;

import java.util.Optional;

/**
 * The watchdog of the guest ({@code watchdog}).
 *
 * @param properties the property string behind it
 */
public record Watchdog(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("watchdog")
          .bare("model", ValueSyntax.TEXT, "i6300esb|ib700")
          .absentMeans("model", "i6300esb")
          .key("action", ValueSyntax.TEXT, "reset|shutdown|poweroff|pause|debug|none")
          .build();

  /** Refuses a property string of another kind. */
  public Watchdog {
    GRAMMAR.own(properties);
  }

  /**
   * Reads the value of {@code watchdog}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static Watchdog parse(String text) {
    return new Watchdog(GRAMMAR.parse(text));
  }

  /**
   * Returns the emulated card.
   *
   * @return the value
   */
  public String model() {
    return properties.required("model");
  }

  /**
   * Returns a copy that says the emulated card.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Watchdog withModel(String value) {
    return with("model", value);
  }

  /**
   * Returns what happens when the guest stops answering.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> action() {
    return properties.text("action");
  }

  /**
   * Returns a copy that says what happens when the guest stops answering.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Watchdog withAction(String value) {
    return with("action", value);
  }

  /**
   * Returns a watchdog with the default action.
   *
   * @param model the emulated card
   * @return the new value
   */
  public static Watchdog of(String model) {
    return parse(model);
  }

  private Watchdog with(String key, String value) {
    return new Watchdog(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
