package io.github.talosforge.observe;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of Proxmox VE.
 *
 * @param major the first number
 * @param minor the second number
 * @param text the version as the server says it, such as {@code 9.1.3}
 */
public record ServerVersion(int major, int minor, String text) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,4})(?:[.](\\d{1,4}))?.*");

  /** Reads a version such as {@code 9.1.3} or {@code 8.4-1}; what cannot be read counts as 0.0. */
  public static ServerVersion of(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return new ServerVersion(0, 0, text);
    }
    String minor = parts.group(2);
    return new ServerVersion(
        Integer.parseInt(parts.group(1)), minor == null ? 0 : Integer.parseInt(minor), text);
  }

  @Override
  public String toString() {
    return text;
  }
}
