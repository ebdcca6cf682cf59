package io.github.talosforge.apply;

import io.github.talosforge.redaction.TalosforgeException;

/** A change cannot be carried out; the message is for the user. */
public final class ChangeFailedException extends TalosforgeException {
  private static final long serialVersionUID = 1L;

  ChangeFailedException(String message) {
    super(message, /* cause= */ null);
  }
}
