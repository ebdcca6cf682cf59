package io.github.talosforge.redaction;

import java.io.Serial;

/** What led to a failure, where its own words would tell a secret: kind and place are kept. */
final class ToldCause extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final String words;

  ToldCause(Throwable original, Redaction redaction) {
    super(
        redaction.text(String.valueOf(original.getMessage())),
        redaction.cause(original.getCause()));
    this.words = redaction.text(original.toString());
    setStackTrace(original.getStackTrace());
  }

  /** A stack trace names the kind of the original, not of this. */
  @Override
  @SuppressWarnings("OverrideThrowableToString")
  public String toString() {
    return words;
  }
}
