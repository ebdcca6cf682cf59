package io.github.talosforge.gradle.connection;

import java.io.Serial;
import java.io.Serializable;

/**
 * A value and who said it, so that a failure can name the place to look at. Public because the
 * configuration cache calls its constructor.
 *
 * @param value the value
 * @param source who said it, such as {@code environment variable PROXMOX_VE_ENDPOINT}
 */
public record Setting(String value, String source) implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /** Shows no value, which may be a secret. */
  @Override
  public String toString() {
    return "Setting from " + source;
  }
}
