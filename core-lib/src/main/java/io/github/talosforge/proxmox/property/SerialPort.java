package io.github.talosforge.proxmox.property;

/**
 * A serial port ({@code serial0} to {@code serial3}).
 *
 * @param properties the property string behind it
 */
public record SerialPort(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("serial").bare("device", ValueSyntax.TEXT, "socket|/dev/…").build();

  /** Refuses a property string of another kind or one that lacks what it needs. */
  public SerialPort {
    GRAMMAR.own(properties).required("device");
  }

  /**
   * Reads the value of {@code serial}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static SerialPort parse(String text) {
    return new SerialPort(GRAMMAR.parse(text));
  }

  /**
   * Returns {@code socket}, or the device of the host, which only {@code root@pam} may set.
   *
   * @return the value
   */
  public String device() {
    return properties.required("device");
  }

  /**
   * Returns a port that is reached through a socket on the host.
   *
   * @return the new value
   */
  public static SerialPort socket() {
    return parse("socket");
  }

  @Override
  public String toString() {
    return text();
  }
}
