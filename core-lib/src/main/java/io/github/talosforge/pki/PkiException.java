package io.github.talosforge.pki;

import io.github.talosforge.redaction.TalosforgeException;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A key or certificate cannot be read or used; the message holds nothing secret. */
public final class PkiException extends TalosforgeException {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * States what cannot be done and why.
   *
   * @param message the text for the user
   * @param cause what was caught, or null
   */
  public PkiException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
