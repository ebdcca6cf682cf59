package io.github.talosforge.model;

import java.util.Locale;
import java.util.UUID;

/**
 * The UUID by which a VM's firmware, and through it Talos and Kubernetes, know the machine.
 *
 * @param value the UUID
 */
public record SmbiosUuid(UUID value) {
  private static final Grammar GRAMMAR =
      Grammar.of(
          "an SMBIOS UUID",
          "32 hexadecimal digits in groups of 8-4-4-4-12",
          "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  /** Reads a UUID in any case. */
  public static SmbiosUuid of(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (!GRAMMAR.pattern().matcher(lower).matches()) {
      throw GRAMMAR.invalid(text);
    }
    return new SmbiosUuid(UUID.fromString(lower));
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
