package io.github.talosforge.secrets.sops;

import io.github.talosforge.redaction.TalosforgeException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** An encrypted file cannot be read or written; the message holds nothing secret. */
public final class SopsException extends TalosforgeException {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * States what cannot be done, why, and what to do next.
   *
   * @param message the text for the user
   * @param cause what was caught, or null
   */
  public SopsException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  SopsException(String message) {
    this(message, null);
  }
}
