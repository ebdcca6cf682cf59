package io.github.talosforge.apply;

import io.github.talosforge.redaction.Redaction;

/** A change cannot be carried out; the message is for the user. */
public final class ChangeFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ChangeFailedException(String message) {
    super(Redaction.byForm(message));
  }
}
