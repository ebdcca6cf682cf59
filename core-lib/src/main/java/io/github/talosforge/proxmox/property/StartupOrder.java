package io.github.talosforge.proxmox.property;

import java.util.OptionalInt;

/**
 * When the host starts and stops the guest ({@code startup}).
 *
 * @param properties the property string behind it
 */
public record StartupOrder(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("startup")
          .bare("order", ValueSyntax.INTEGER, "number")
          .key("up", ValueSyntax.INTEGER, "seconds")
          .key("down", ValueSyntax.INTEGER, "seconds")
          .build();

  /** Refuses a property string of another kind. */
  public StartupOrder {
    GRAMMAR.own(properties);
  }

  /**
   * Reads the value of {@code startup}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static StartupOrder parse(String text) {
    return new StartupOrder(GRAMMAR.parse(text));
  }

  /**
   * Returns the position among the guests of the host.
   *
   * @return the value, or nothing when it is not set
   */
  public OptionalInt order() {
    return properties.integer("order");
  }

  /**
   * Returns a copy that says the position among the guests of the host.
   *
   * @param value the new value
   * @return the changed copy
   */
  public StartupOrder withOrder(int value) {
    return with("order", Integer.toString(value));
  }

  /**
   * Returns the seconds to wait before the next guest is started.
   *
   * @return the value, or nothing when it is not set
   */
  public OptionalInt upDelay() {
    return properties.integer("up");
  }

  /**
   * Returns a copy that says the seconds to wait before the next guest is started.
   *
   * @param value the new value
   * @return the changed copy
   */
  public StartupOrder withUpDelay(int value) {
    return with("up", Integer.toString(value));
  }

  /**
   * Returns the seconds that the guest has to shut down.
   *
   * @return the value, or nothing when it is not set
   */
  public OptionalInt downTimeout() {
    return properties.integer("down");
  }

  /**
   * Returns a copy that says the seconds that the guest has to shut down.
   *
   * @param value the new value
   * @return the changed copy
   */
  public StartupOrder withDownTimeout(int value) {
    return with("down", Integer.toString(value));
  }

  /**
   * Returns a startup entry without any setting.
   *
   * @return the new value
   */
  public static StartupOrder unordered() {
    return parse("");
  }

  private StartupOrder with(String key, String value) {
    return new StartupOrder(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
