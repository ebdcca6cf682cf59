package io.github.talosforge.image;

import io.github.talosforge.redaction.TalosforgeException;
import org.jspecify.annotations.Nullable;

/** The Image Factory refused something or could not be reached. */
public final class ImageFactoryException extends TalosforgeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what was tried, what the factory said and what to do next.
   *
   * @param message the text for the user
   * @param cause what was caught
   */
  public ImageFactoryException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
