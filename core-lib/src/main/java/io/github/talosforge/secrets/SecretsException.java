package io.github.talosforge.secrets;

import io.github.talosforge.redaction.TalosforgeException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A cluster's secrets cannot be read, written or used; the message holds nothing secret. */
public final class SecretsException extends TalosforgeException {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * States what cannot be done, why, and what to do next.
   *
   * @param message the text for the user
   * @param cause what was caught, or null
   */
  public SecretsException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
