package io.github.talosforge.proxmox.property;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The graphics card of the guest ({@code vga}).
 *
 * @param properties the property string behind it
 */
public record Display(PropertyString properties) implements VmProperty {
  static final Grammar GRAMMAR =
      Grammar.of("vga")
          .bare("type", ValueSyntax.TEXT, "std|virtio|qxl|serial0|none|…")
          .absentMeans("type", "std")
          .key("clipboard", ValueSyntax.TEXT, "vnc")
          .key("memory", ValueSyntax.INTEGER, "4 to 512 MiB")
          .build();

  /** Refuses a property string of another kind. */
  public Display {
    GRAMMAR.own(properties);
  }

  /**
   * Reads the value of {@code vga}.
   *
   * @param text the value as it stands in the configuration
   * @return the typed value
   * @throws PropertyFormatException if the text breaks the grammar
   */
  public static Display parse(String text) {
    return new Display(GRAMMAR.parse(text));
  }

  /**
   * Returns the kind of card, or the serial port that takes its place.
   *
   * @return the value
   */
  public String type() {
    return properties.required("type");
  }

  /**
   * Returns a copy that says the kind of card, or the serial port that takes its place.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Display withType(String value) {
    return with("type", value);
  }

  /**
   * Returns the video memory in MiB.
   *
   * @return the value, or nothing when it is not set
   */
  public OptionalInt memory() {
    return properties.integer("memory");
  }

  /**
   * Returns a copy that says the video memory in MiB.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Display withMemory(int value) {
    return with("memory", Integer.toString(value));
  }

  /**
   * Returns the clipboard that is shared with the guest.
   *
   * @return the value, or nothing when it is not set
   */
  public Optional<String> clipboard() {
    return properties.text("clipboard");
  }

  /**
   * Returns a copy that says the clipboard that is shared with the guest.
   *
   * @param value the new value
   * @return the changed copy
   */
  public Display withClipboard(String value) {
    return with("clipboard", value);
  }

  /**
   * Returns a card without further settings.
   *
   * @param type for example {@code serial0}
   * @return the new value
   */
  public static Display of(String type) {
    return parse(type);
  }

  private Display with(String key, String value) {
    return new Display(properties.with(key, value));
  }

  @Override
  public String toString() {
    return text();
  }
}
