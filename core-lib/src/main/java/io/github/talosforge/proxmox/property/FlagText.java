package io.github.talosforge.proxmox.property;

import java.util.Locale;
import java.util.Optional;

/** The spellings of a boolean that Proxmox VE reads and writes. */
public final class FlagText {
  private FlagText() {}

  /**
   * Reads a boolean in any of its spellings, in any case: {@code 1 0 on off yes no true false}.
   *
   * @param text what stands in the configuration or answer
   * @return the boolean, or nothing when the text is none of the spellings
   */
  public static Optional<Boolean> read(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "1", "on", "yes", "true" -> Optional.of(true);
      case "0", "off", "no", "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /**
   * Writes a boolean the way that every release understands.
   *
   * @param value the boolean
   * @return {@code 1} or {@code 0}
   */
  public static String write(boolean value) {
    return value ? "1" : "0";
  }
}
